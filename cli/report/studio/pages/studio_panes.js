// The three panes: their widths, as tabs in a narrow window, and the way through them by keyboard.
import {$} from '/studio_server.js';

let panes = ['lesson', 'editor', 'results'];
const narrow = matchMedia('(max-width: 60rem)');
let shown = 'editor';
const on_shown = [];

const widths = (() => {
  try {
    return JSON.parse(localStorage.getItem('hippuzzle-widths')) ?? {};
  } catch {
    return {};
  }
})();

function setWidth(pane, percent) {
  widths[pane] = Math.min(Math.max(percent, 12), 60);
  $('panes').style.setProperty(`--${pane}-width`, `${widths[pane]}%`);
  const splitter = document.querySelector(`[data-splits=${pane}]`);
  splitter.setAttribute('aria-valuenow', Math.round(widths[pane]));
  try {
    localStorage.setItem('hippuzzle-widths', JSON.stringify(widths));
  } catch { /* the widths are those of this page only */ }
  for (const call of on_shown) call();
}

export const whenShown = (call) => on_shown.push(call);

// Shows one pane in a narrow window. A wide window shows all panes.
export function showPane(pane) {
  shown = pane;
  for (const id of panes) $(id).classList.toggle('shown', id === pane);
  for (const tab of $('tabs').children) {
    const is = tab.dataset.pane === pane;
    tab.setAttribute('aria-selected', is);
    tab.tabIndex = is ? 0 : -1;
  }
  for (const call of on_shown) call();
}

export const isNarrow = () => narrow.matches;

// The next pane, or the one before; focus: functions that focus a pane.
export function nextPane(step, focus) {
  const here = panes.findIndex((id) => $(id).contains(document.activeElement));
  const current = here >= 0 ? here : panes.indexOf(shown);
  const next = panes[(current + step + panes.length) % panes.length];
  showPane(next);
  (focus[next] ?? (() => $(next).focus()))();
}

// used: the panes of this page, in their order.
export function setUpPanes(used = panes) {
  for (const id of panes.filter((pane) => !used.includes(pane))) {
    $(id).hidden = true;
    document.querySelector(`[data-splits=${id}]`).hidden = true;
    document.querySelector(`[data-pane=${id}]`).hidden = true;
  }
  panes = used;
  for (const [pane, percent] of Object.entries({lesson: 34, results: 32})) {
    setWidth(pane, widths[pane] ?? percent);
    const splitter = document.querySelector(`[data-splits=${pane}]`);
    splitter.setAttribute('aria-valuemin', 12);
    splitter.setAttribute('aria-valuemax', 60);
    const sign = pane === 'lesson' ? 1 : -1;
    splitter.addEventListener('keydown', (event) => {
      const step = {ArrowLeft: -2, ArrowRight: 2}[event.key];
      if (!step) return;
      event.preventDefault();
      setWidth(pane, widths[pane] + sign * step);
    });
    splitter.addEventListener('pointerdown', (event) => {
      splitter.setPointerCapture(event.pointerId);
      const move = (e) => {
        const box = $('panes').getBoundingClientRect();
        const x = (e.clientX - box.left) / box.width * 100;
        setWidth(pane, sign > 0 ? x : 100 - x);
      };
      splitter.addEventListener('pointermove', move);
      splitter.addEventListener('pointerup', () => splitter.removeEventListener('pointermove', move), {once: true});
    });
  }
  for (const tab of $('tabs').children) {
    tab.addEventListener('click', () => showPane(tab.dataset.pane));
    tab.addEventListener('keydown', (event) => {
      const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (!step) return;
      const all = [...$('tabs').children].filter((other) => !other.hidden);
      const next = all[(all.indexOf(tab) + step + all.length) % all.length];
      showPane(next.dataset.pane);
      next.focus();
    });
  }
  showPane(shown);
}
