// The views of the result pane: verdict, trace, counts, roofline and times. A view that is shown is
// measured again after each run.
import {$, element} from '/studio_server.js';
import {countsOf, rooflineOf, timesOf} from '/studio_measures.js';

const measured = {counts: countsOf, roofline: rooflineOf, bench: timesOf};
const views = ['verdict', 'trace', ...Object.keys(measured)];
let shown = 'verdict';
let on_shown = () => {};

const isMeasured = (task) => task in measured;

export function showView(view) {
  shown = view;
  for (const id of views) {
    $(`view-${id}`).hidden = id !== view;
    const tab = $('views').querySelector(`[data-view=${id}]`);
    tab.setAttribute('aria-selected', id === view);
    tab.tabIndex = id === view ? 0 : -1;
  }
}

// left_out: views that a program does not have. devices: with a data sheet.
export function setUpViews(left_out, devices, shows) {
  on_shown = shows;
  const tabs = [...$('views').children];
  for (const tab of tabs) {
    tab.hidden = left_out.includes(tab.dataset.view);
    tab.addEventListener('click', () => {
      showView(tab.dataset.view);
      on_shown(tab.dataset.view);
    });
    tab.addEventListener('keydown', (event) => {
      const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (!step) return;
      event.preventDefault();
      const all = tabs.filter((other) => !other.hidden);
      const next = all[(all.indexOf(tab) + step + all.length) % all.length];
      next.focus();
      next.click();
    });
  }
  $('device').replaceChildren(...[['', 'this machine (measured once, a minute)'], ...devices.map((name) => [name, name])]
    .map(([value, text]) => element('option', {value}, text)));
  $('device').value = devices.includes('h100') ? 'h100' : devices[0] ?? '';
  $('device').addEventListener('change', () => on_shown('roofline', true));
  for (const task of Object.keys(measured))
    $(`${task}-again`).addEventListener('click', () => on_shown(task, true));
  showView(shown);
}

// Measures for a view that needs it. again: in any case.
export function measureShown(runs, view = shown, again = false) {
  if (!isMeasured(view) || runs.is_program || !(again || runs.needs(view))) return;
  if (runs.running(runs.on.current()?.puzzle)) return;  // it would end that run; its end comes here
  runs.on.measure(view, view === 'roofline' ? {device: $('device').value} : {});
}

// entry: the runs of a puzzle, by task; on: as resultCard() takes it.
export function showMeasured(entry, on) {
  const program = entry?.verdict?.results.find((result) => !result.kind);
  for (const [task, draw] of Object.entries(measured)) {
    const known = entry?.others.get(task);
    const results = program && task === 'counts' ? [program] : known?.results.length ? known.results : known?.before ?? [];
    const box = $(`${task}-result`);
    if (box.drawn === results && results.length) continue;
    box.drawn = results;
    const words = known && !known.ended ? 'On the way …' : known ? 'There is no result; the text of the run, in the first view, says why.' : 'Nothing was measured yet.';
    box.replaceChildren(...(results.length ? results.map((result) => draw(result, on)) : [element('p', {}, words)]));
  }
  const kernels = program?.counts ?? [];
  $('launch-choice').hidden = !kernels.length;
  const names = [...new Set(kernels.map((kernel) => kernel.kernel.replace(/[<(].*$/, '').split('::').at(-1)))];
  if (names.join() !== [...$('launch').options].map((option) => option.value).join())
    $('launch').replaceChildren(...names.map((name) => element('option', {value: name}, name)));
  $('launch-trace').onclick = () => on.measure('trace', {launch: `${$('launch').value}:${Math.max(1, $('launch-number').valueAsNumber || 1)}`});
}

// The page of a trace, in a frame whose scripts reach nothing outside it.
export function showTrace(run, hash) {
  const frame = element('iframe', {src: `/api/trace?run=${run}${hash}`, sandbox: 'allow-scripts', title: 'Trace of the kernel'});
  $('trace').replaceChildren(frame);
  showView('trace');
  const measure = (event) => {
    if (event.source === frame.contentWindow && Number.isFinite(event.data?.height))
      frame.style.height = `${Math.min(event.data.height + 4, 1600)}px`;
    if (!frame.isConnected) removeEventListener('message', measure);
  };
  addEventListener('message', measure);
}

// A trace belongs to the text that ran before.
export function hideTrace() {
  $('trace').replaceChildren();
  if (shown === 'trace') showView('verdict');
}
