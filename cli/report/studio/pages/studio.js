// The studio's page: which puzzle is open, its text, saving, and the keyboard. The file on the disk
// is the truth; a text that differs from it is kept in the browser until it is saved.
import {$, api, element, listen} from '/studio_server.js';
import {makeEditor, showProblems} from '/studio_editor.js';
import {difference, draft, dropDraft, history, keepDraft, remember} from '/studio_drafts.js';
import {showCourse, showHints, showLesson, showNewestHint} from '/studio_lesson.js';
import {isNarrow, nextPane, setUpPanes, showPane, whenShown} from '/studio_panes.js';
import {hideTrace, Runs, showTrace} from '/studio_results.js';

let course, editor;
let current = null;   // the puzzle that is open: the document of GET /api/kernel
let disk = {text: '', version: ''};  // the file as this page knows it
let line_end = '\n';
let asked = null;     // the element whose trace is on its way
let connected = true;

const puzzles = () => course.progress.puzzles.map((puzzle) => puzzle.id);
const variant = () => $('variant').value;
const lines = (text) => text.replaceAll('\r\n', '\n');
const mine = () => editor.text();
const isDirty = () => mine() !== lines(disk.text);
const canWrite = () => current?.text !== null && current?.is_text && !course.read_only;

function trouble(text) {
  $('trouble').hidden = !text;
  $('trouble').textContent = text;
}

const runs = new Runs({
  puzzle: () => current?.puzzle,
  fresh: hideTrace,
  goTo: (line) => { showPane('editor'); editor.goTo(line); },
  problems: (problems) => showProblems(editor, problems),
  trace: (result, array, index) => { asked = `#write=${array},${index}`; start('trace', result.variant); },
  explain: (result) => { asked = ''; start('explain', result.variant); },
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

function start(task, of) {
  return attempt(() => api('POST', 'run', {puzzle: current.puzzle, variant: of ?? variant(), task}));
}

// ---- the text ----

let draft_timer = null;
function keep() {
  clearTimeout(draft_timer);
  draft_timer = null;
  if (!current || !canWrite()) return;
  if (isDirty()) keepDraft(current.puzzle, mine(), disk.version);
  else dropDraft(current.puzzle, mine());
}

function changed() {
  showState();
  draft_timer ??= setTimeout(keep, 250);
}

function showState() {
  const words = !current ? '' : current.text === null ? 'nothing to fill in here'
    : !current.is_text ? 'not UTF-8: edit this file elsewhere' : course.read_only ? 'read-only: follows the file'
      : isDirty() ? 'not saved yet' : 'saved';
  if ($('state').textContent !== words) $('state').textContent = words;
}

function takeText(text, version) {
  disk = {text, version};
  line_end = text.includes('\r\n') ? '\r\n' : '\n';
}

function showDifference(one, other) {
  const kinds = {'-': 'removed', '+': 'added', ' ': 'same'};
  return element('pre', {tabindex: '0'}, ...difference(one, other).map(([sign, line]) =>
    element('span', {class: kinds[sign]}, `${sign} ${line}`)));
}

const button = (text, onclick) => element('button', {type: 'button', onclick}, text);

function ask(title, ...parts) {
  if (isConflict()) return;
  $('choice').hidden = false;
  $('choice').replaceChildren(element('h2', {}, title), ...parts);
}
const isConflict = () => !$('choice').hidden && $('choice').dataset.kind === 'conflict';
const closeChoice = () => {
  delete $('choice').dataset.kind;
  $('choice').hidden = true;
  $('choice').replaceChildren();
  editor.refresh();
};

// Both versions, until one is chosen. Nothing is lost: the other one is in the history.
function conflict(theirs) {
  const own = mine();
  closeChoice();
  keep();
  remember(current.puzzle, own);
  remember(current.puzzle, lines(theirs.text ?? ''));
  ask('The file has changed on the disk, and so has the text here',
    element('p', {}, 'Lines with - are on the disk, lines with + are here. The version that you do not choose stays in the history.'),
    button('Keep the text here', () => {
      takeText(theirs.text ?? '', theirs.version);
      closeChoice();
      changed();
      editor.focus();
    }),
    button('Take the file on the disk', () => {
      takeText(theirs.text ?? '', theirs.version);
      editor.setText(lines(disk.text));
      closeChoice();
      keep();
      localStorage.removeItem(`hippuzzle-draft-${current.puzzle}`);
      showState();
      editor.focus();
    }), showDifference(lines(theirs.text ?? ''), own));
  $('choice').dataset.kind = 'conflict';
  showPane('editor');
}

async function save(task) {
  if (!current) return;
  if (!canWrite()) return start(task);
  if (isConflict()) return trouble('Choose one of the two versions first.');
  const text = mine(), puzzle = current.puzzle;
  remember(puzzle, text);
  keep();
  await attempt(async () => {
    try {
      const saved = await api('PUT', 'kernel', {puzzle, version: disk.version, task, variant: variant()},
        text.replaceAll('\n', line_end));
      if (current.puzzle !== puzzle) return;
      takeText(saved.text, saved.version);
      dropDraft(puzzle, text);
      showState();
      if (isNarrow()) showPane('results');
    } catch (error) {
      if (error.status !== 409) throw error;
      conflict(error.document);
    }
  });
}

// The file was changed by somebody else, or by another page.
async function followFile({puzzle, version}) {
  if (puzzle !== current?.puzzle || version === disk.version) return;
  const theirs = await attempt(() => api('GET', 'kernel', {puzzle}));
  if (!theirs || puzzle !== current.puzzle || theirs.version === disk.version) return;
  if (theirs.text === null) {
    disk = {...disk, version: ''};
    keepDraft(puzzle, mine(), '');
    return trouble(`${current.file} is gone from the disk. Save writes it again.`);
  }
  current = {...current, is_text: theirs.is_text};
  if (!isDirty() || mine() === lines(theirs.text)) {
    takeText(theirs.text, theirs.version);
    if (mine() !== lines(theirs.text)) editor.setText(lines(theirs.text));
    return showState();
  }
  conflict(theirs);
}

// ---- puzzles ----

async function open(id) {
  if (current && canWrite()) keep();
  const kernel = await attempt(() => api('POST', 'open', {puzzle: id}));
  if (!kernel) return;
  current = kernel;
  closeChoice();
  hideTrace();
  $('course').hidden = true;
  $('puzzles').setAttribute('aria-expanded', 'false');
  $('title').textContent = `${kernel.puzzle} ${kernel.title}`;
  document.title = `${kernel.puzzle} ${kernel.title} – hippuzzle studio`;
  $('file').textContent = kernel.file;
  $('variant-choice').hidden = kernel.variants.length < 2;
  $('variant').replaceChildren(...(kernel.variants.length > 1 ? [['', 'all'], ...kernel.variants.map((v) => [v, `--${v}`])] : [['', '']])
    .map(([value, text]) => element('option', {value}, text)));
  takeText(kernel.text ?? '', kernel.version);
  const kept = canWrite() ? draft(id) : null;
  const is_kept = kept && lines(kept.text) !== lines(disk.text);
  editor.setText(is_kept ? kept.text : lines(disk.text));
  editor.clearUndo();
  editor.setReadOnly(!canWrite());
  for (const name of ['history', 'compare', 'reset']) $(name).hidden = !canWrite();
  if (is_kept && kept.version !== disk.version) conflict(kernel);
  showState();
  runs.show(id);
  sessionStorage.setItem('hippuzzle-puzzle', id);
  await attempt(() => showLesson(`${id}.html`, open, puzzles));
  $('hints').hidden = true;
  if (kernel.text !== null) showHints(id, variant(), 'shown').catch(() => {});
  showCourse(course, id, open);
}

async function takeProgress() {
  const before = passed();
  course = await api('GET', 'course');
  showCourse(course, current?.puzzle, open);
  // A lesson shows its answers and its solution once the puzzle has passed.
  if (current && !before && passed()) await showLesson(`${current.puzzle}.html`, open, puzzles);
}
const passed = () => course.progress.puzzles.find((puzzle) => puzzle.id === current?.puzzle)?.standing.startsWith('passed');

async function nextHint() {
  if (!current || current.text === null) return;
  showPane('lesson');
  await attempt(() => showHints(current.puzzle, variant(), 'next'));
  showNewestHint();
}

function showHistory() {
  const entries = history(current.puzzle);
  ask(`Earlier texts of ${current.puzzle}`, element('p', {}, entries.length ? 'The newest is first. Lines with + would come back.' : 'There are none yet.'),
    button('Close', closeChoice), ...entries.map((entry) => element('details', {},
      element('summary', {}, new Date(entry.time).toLocaleString()),
      button('Put this text back', () => {
        remember(current.puzzle, mine());
        editor.setText(entry.text);
        closeChoice();
        changed();
      }), showDifference(mine(), entry.text))));
}

function resetFile() {
  ask('Put the stub back?', element('p', {}, 'Your file is kept next to it, and its text in the history.'),
    button('Put the stub back', () => attempt(async () => {
      remember(current.puzzle, mine());
      const kernel = await api('POST', 'reset', {puzzle: current.puzzle});
      takeText(kernel.text, kernel.version);
      editor.setText(lines(kernel.text));
      keep();
      closeChoice();
      showState();
    })), button('Cancel', closeChoice));
}

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

async function begin() {
  course = await api('GET', 'course');
  editor = await makeEditor(course.editor, changed);
  setUpPanes();
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
  $('compare').addEventListener('click', () => ask('Compared with the stub', button('Close', closeChoice),
    showDifference(lines(current.stub), mine())));
  $('reset').addEventListener('click', resetFile);
  $('variant').addEventListener('change', () => attempt(async () => {
    await api('POST', 'open', {puzzle: current.puzzle, variant: variant()});
    await showHints(current.puzzle, variant(), 'shown');
  }));
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
    start: (event) => runs.start(event),
    text: (event) => runs.text(event),
    result: (event) => runs.result(event),
    end(event) {
      runs.end(event);
      takeProgress().catch(() => {});
    },
    file: followFile,
    trouble: (event) => trouble(event.error),
    stopped: () => trouble(gone),
  });
  document.documentElement.dataset.ready = 'yes';
}

begin().catch((error) => trouble(error.message));
