// The text of the open file: saving, conflicts and earlier texts. The file on the disk is the truth;
// a text that differs from it is kept in the browser until it is saved.
import {$, api, element} from '/studio_server.js';
import {difference, draft, dropDraft, history, keepDraft, remember} from '/studio_drafts.js';
import {isNarrow, showPane} from '/studio_panes.js';

export let current = null;   // the file that is open: the document of GET /api/kernel
let disk = {text: '', version: ''};  // the file as this page knows it
let line_end = '\n';
let editor, on;

// is_read_only(), variant(), start(task), attempt(work), trouble(text), may_show_solution().
export function setUpText(the_editor, functions) {
  editor = the_editor;
  on = functions;
}

const lines = (text) => text.replaceAll('\r\n', '\n');
const mine = () => editor.text();
const isDirty = () => mine() !== lines(disk.text);
export const canWrite = () => current?.text !== null && current?.is_text && !on.is_read_only();

let draft_timer = null;
export function keep() {
  clearTimeout(draft_timer);
  draft_timer = null;
  if (!current || !canWrite()) return;
  if (isDirty()) keepDraft(current.puzzle, mine(), disk.version);
  else dropDraft(current.puzzle, mine());
}

export function changed() {
  showState();
  draft_timer ??= setTimeout(keep, 250);
}

export function showState() {
  const words = !current ? '' : current.text === null ? 'nothing to fill in here'
    : !current.is_text ? 'not UTF-8: edit this file elsewhere' : on.is_read_only() ? 'read-only: follows the file'
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
export const closeChoice = () => {
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

// What reads or writes the file goes one after the other: a save before the answer to the last one
// would not know its version, and would take its own text for another's.
let turn = Promise.resolve();
const inTurn = (work) => turn = turn.finally(work);

export function save(task) {
  const puzzle = current?.puzzle;
  return inTurn(() => puzzle === current?.puzzle && saveNow(task));
}

async function saveNow(task) {
  if (!current) return;
  if (!canWrite()) return on.start(task);
  if (isConflict()) return on.trouble('Choose one of the two versions first.');
  const text = mine(), puzzle = current.puzzle;
  remember(puzzle, text);
  keep();
  await on.attempt(async () => {
    try {
      const saved = await api('PUT', 'kernel', {puzzle, version: disk.version, task, variant: on.variant()},
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
export const followFile = (file) => inTurn(() => followNow(file));

async function followNow({puzzle, version}) {
  if (puzzle !== current?.puzzle || version === disk.version) return;
  const theirs = await on.attempt(() => api('GET', 'kernel', {puzzle}));
  if (!theirs || puzzle !== current.puzzle || theirs.version === disk.version) return;
  if (theirs.text === null) {
    disk = {...disk, version: ''};
    keepDraft(puzzle, mine(), '');
    return on.trouble(`${current.file} is gone from the disk. Save writes it again.`);
  }
  current = {...current, is_text: theirs.is_text};
  if (!isDirty() || mine() === lines(theirs.text)) {
    takeText(theirs.text, theirs.version);
    if (mine() !== lines(theirs.text)) editor.setText(lines(theirs.text));
    return showState();
  }
  conflict(theirs);
}

// Shows the file that a puzzle or a program has, with a text that was kept before.
export function openText(kernel) {
  if (current && canWrite()) keep();
  current = kernel;
  closeChoice();
  $('file').textContent = kernel.file.split('/').slice(-2).join('/');
  takeText(kernel.text ?? '', kernel.version);
  const kept = canWrite() ? draft(kernel.puzzle) : null;
  const is_kept = kept && lines(kept.text) !== lines(disk.text);
  editor.setText(is_kept ? kept.text : lines(disk.text));
  editor.clearUndo();
  editor.setReadOnly(!canWrite());
  $('history').hidden = !canWrite();
  for (const name of ['compare', 'reset']) $(name).hidden = !canWrite() || !kernel.stub;
  if (is_kept && kept.version !== disk.version) conflict(kernel);
  showState();
}

export function showComparison() {
  const compare = (title, other) => ask(title, element('p', {}, 'Lines with + are yours.'), ...buttons(), showDifference(lines(other), mine()));
  const withStub = () => compare('Compared with the stub', current.stub);
  const withSolution = () => on.attempt(async () => {
    compare('Compared with the solution', (await api('GET', 'solution', {puzzle: current.puzzle})).text);
  });
  const buttons = () => [button('Close', closeChoice), button('With the stub', withStub),
    on.may_show_solution() ? button('With the solution', withSolution) : null].filter(Boolean);
  withStub();
}

export function showHistory() {
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

export function resetFile() {
  ask('Put the stub back?', element('p', {}, 'Your file is kept next to it, and its text in the history.'),
    button('Put the stub back', () => inTurn(() => on.attempt(async () => {
      const {puzzle} = current;
      remember(puzzle, mine());
      const kernel = await api('POST', 'reset', {puzzle});
      if (current.puzzle !== puzzle) return;
      takeText(kernel.text, kernel.version);
      editor.setText(lines(kernel.text));
      keep();
      closeChoice();
      showState();
    }))), button('Cancel', closeChoice));
}

