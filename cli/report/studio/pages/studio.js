// The studio's page: which puzzle or program is open, its tasks, and the keyboard.
import {$, api, element, listen} from '/studio_server.js';
import {makeEditor, showProblems} from '/studio_editor.js';
import {showCourse, showHints, showLesson, showNewestHint} from '/studio_lesson.js';
import {nextPane, setUpPanes, showPane, whenShown} from '/studio_panes.js';
import {Runs} from '/studio_runs.js';
import {canWrite, changed, current, followFile, keep, openText, resetFile, save, setUpText, showComparison, showHistory, showState} from '/studio_text.js';
import {hideTrace, measureShown, setUpViews, showTrace, showView} from '/studio_views.js';

let course, editor;
let asked = null;     // the element whose trace is on its way
let connected = true;

const puzzles = () => course.progress.puzzles.map((puzzle) => puzzle.id);
const variant = () => $('variant').value;

function trouble(text) {
  $('trouble').hidden = !text;
  $('trouble').textContent = text;
}

const runs = new Runs({
  current: () => current,
  goTo: (line) => { showPane('editor'); editor.goTo(line); },
  problems: (problems) => showProblems(editor, problems),
  trace: (result, array, index) => { asked = `#write=${array},${index}`; start('trace', {variant: result.variant}); },
  explain: (result) => { asked = ''; start('explain', {variant: result.variant}); },
  measure: (task, more) => start(task, more),
  page: (puzzle, known) => {
    if (puzzle === current?.puzzle) showTrace(known.run, asked ?? '');
    asked = null;
  },
});

const attempt = async (work) => {
  try {
    trouble('');
    return await work();
  } catch (error) {
    trouble(error instanceof TypeError ? gone : error.message);
    return undefined;
  }
};
const gone = 'The studio does not answer. Your text is kept in this browser: start `hippuzzle studio` again and open its new address.';

// more: parameters of the request.
function start(task, more = {}) {
  return attempt(() => api('POST', 'run', {puzzle: current.puzzle, variant: variant(), task, ...more}));
}

// ---- puzzles ----

async function open(id) {
  const kernel = await attempt(() => api('POST', 'open', {puzzle: id}));
  if (!kernel) return;
  openText(kernel);
  $('course').hidden = true;
  $('puzzles').setAttribute('aria-expanded', 'false');
  $('title').textContent = `${kernel.puzzle} ${kernel.title}`.trim();
  document.title = `${$('title').textContent} – hippuzzle studio`;
  $('variant-choice').hidden = kernel.variants.length < 2;
  $('variant').replaceChildren(...(kernel.variants.length > 1 ? [['', 'all'], ...kernel.variants.map((v) => [v, `--${v}`])] : [['', '']])
    .map(([value, text]) => element('option', {value}, text)));
  hideTrace();
  showView('verdict');
  runs.show(id);
  sessionStorage.setItem('hippuzzle-puzzle', id);
  if (!course.units) return;
  await attempt(() => showLesson(`${id}.html`, on_lesson));
  $('hints').hidden = true;
  if (kernel.text !== null) showHints(id, variant(), 'shown').catch(() => {});
  showCourse(course, id, open);
}

// A kernel's variant is the one whose name begins the kernel's name.
function editKernel(name) {
  const begins = (flag) => flag && name.startsWith(flag.replaceAll('-', '_'));
  const [flag] = current.variants.filter(begins).sort((a, b) => b.length - a.length);
  if (flag && variant() !== flag) {
    $('variant').value = flag;
    chooseVariant();
  }
  showPane('editor');
  editor.goTo(editor.text().split('\n').findIndex((line) => new RegExp(`\\b${name}\\(`).test(line)) + 1 || 1);
}
const on_lesson = {
  open, puzzles,
  page: () => `${current.puzzle}.html`,
  editKernel,
  hasKernel: (name) => Boolean(canWrite() && current.stub.includes(` ${name}(`)),
};

async function takeProgress() {
  const before = passed();
  course = await api('GET', 'course');
  if (!course.units) return;
  showCourse(course, current?.puzzle, open);
  // A lesson shows its answers and its solution once the puzzle has passed.
  if (current && !before && passed()) await showLesson(`${current.puzzle}.html`, on_lesson);
}
const passed = () => course.progress.puzzles.find((puzzle) => puzzle.id === current?.puzzle)?.standing.startsWith('passed');

async function nextHint() {
  if (!current || current.text === null || !course.units) return;
  showPane('lesson');
  await attempt(() => showHints(current.puzzle, variant(), 'next'));
  showNewestHint();
}

const chooseVariant = () => attempt(async () => {
  await api('POST', 'open', {puzzle: current.puzzle, variant: variant()});
  await showHints(current.puzzle, variant(), 'shown');
});

// ---- the page ----

function stop() {
  const running = runs.running(current?.puzzle);
  if (running) attempt(() => api('POST', 'cancel', {run: running.run}));
}

const focus = {editor: () => editor.focus()};
const keys = (event) => {
  const is_control = event.ctrlKey || event.metaKey;
  if (event.key === 'F6') nextPane(event.shiftKey ? -1 : 1, focus);
  else if (event.key === 'F1') nextHint();
  else if (is_control && event.key === 's') save('run');
  else if (is_control && event.key === 'Enter') save('check');
  else if (event.key === 'Escape' && !$('course').hidden) toggleCourse();
  else return;
  event.preventDefault();
  event.stopPropagation();
};

function toggleCourse() {
  const opens = $('course').hidden;
  $('course').hidden = !opens;
  $('puzzles').setAttribute('aria-expanded', String(opens));
  if (opens) $('course').querySelector('[aria-current], button')?.focus();
  else $('puzzles').focus();
}

// The page of a class's results, in a frame whose scripts reach nothing outside it.
function showClass() {
  const frame = element('iframe', {src: '/api/class', sandbox: 'allow-scripts', title: 'Results of the class'});
  $('title').textContent = document.title = 'Results of the class';
  for (const id of ['tabs', 'keys', 'puzzles', 'run', 'check', 'stop', 'hint']) $(id).hidden = true;
  for (const pane of $('panes').children) pane.hidden = true;
  $('panes').append(element('main', {class: 'class', 'aria-label': 'Results'}, frame));
  listen({connected: (is) => trouble(is ? '' : gone), stopped: () => trouble(gone)});
}

async function begin() {
  course = await api('GET', 'course');
  if (course.class) {
    showClass();
    document.documentElement.dataset.ready = 'yes';
    return;
  }
  const complete = (text, line, column) => api('POST', 'complete', {puzzle: current.puzzle, line, column}, text)
    .catch(() => ({from: 0, items: []}));
  editor = await makeEditor(course.editor, changed, course.completion ? complete : null);
  setUpText(editor, {is_read_only: () => course.read_only, variant, start, attempt, trouble, may_show_solution: passed});
  const is_program = !course.units;
  document.body.classList.toggle('program', is_program);
  for (const name of ['puzzles', 'check', 'hint']) $(name).hidden = is_program;
  setUpPanes(is_program ? ['editor', 'results'] : undefined);
  setUpViews(is_program ? ['roofline', 'bench'] : [], course.devices, (...what) => measureShown(runs, ...what));
  runs.is_program = is_program;
  if (is_program) $('keys').textContent = 'F6 next pane · Ctrl+S run';
  if (course.editor && course.completion) $('keys').append(' · Ctrl+Space words');
  whenShown(() => editor.refresh());
  addEventListener('keydown', keys, true);
  addEventListener('pagehide', keep);
  addEventListener('storage', showState);
  $('run').addEventListener('click', () => save('run'));
  $('check').addEventListener('click', () => save('check'));
  $('stop').addEventListener('click', stop);
  $('hint').addEventListener('click', nextHint);
  $('puzzles').addEventListener('click', toggleCourse);
  $('history').addEventListener('click', showHistory);
  $('trace-example').hidden = is_program;
  $('trace-example').addEventListener('click', () => { asked = ''; start('trace'); });
  $('counts-again').hidden = is_program;
  $('compare').addEventListener('click', showComparison);
  $('reset').addEventListener('click', resetFile);
  $('variant').addEventListener('change', chooseVariant);
  const before = sessionStorage.getItem('hippuzzle-puzzle');
  await open(puzzles().includes(before) ? before : course.first);
  listen({
    connected(is) {
      if (!is) {
        trouble(gone);
        if (connected) runs.lose();
      }
      if (is && !connected) attempt(() => followFile({puzzle: current.puzzle, version: null}));
      connected = is;
    },
    queued: (event) => runs.queued(event),
    start: (event) => runs.start(event),
    text: (event) => runs.text(event),
    result: (event) => runs.result(event),
    end(event) {
      runs.end(event);
      takeProgress().catch(() => {});
      if (event.puzzle === current?.puzzle && !event.cancelled) measureShown(runs);
    },
    file: followFile,
    trouble: (event) => trouble(event.error),
    stopped: () => trouble(gone),
  });
  document.documentElement.dataset.ready = 'yes';
}

begin().catch((error) => trouble(error.message));
