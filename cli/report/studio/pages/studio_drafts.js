// Texts that the browser keeps, so that nothing that was typed is lost: the draft of each puzzle, at
// every pause in typing, and earlier texts.

const most_entries = 40;
const most_characters = 400_000;  // of a puzzle's history

const read = (key, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
};

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;  // a private window, or no room
  }
}

const draft_key = (puzzle) => `hippuzzle-draft-${puzzle}`;
const history_key = (puzzle) => `hippuzzle-history-${puzzle}`;

// {text, version}: the text and the version of the file that it was begun from; null for none.
export const draft = (puzzle) => read(draft_key(puzzle), null);
export const keepDraft = (puzzle, text, version) => write(draft_key(puzzle), {text, version});

// Another page's draft stays.
export function dropDraft(puzzle, text) {
  if (draft(puzzle)?.text === text) localStorage.removeItem(draft_key(puzzle));
}

// [{time, text}], the newest first.
export const history = (puzzle) => read(history_key(puzzle), []);

export function remember(puzzle, text) {
  const entries = history(puzzle).filter((entry) => entry.text !== text);
  entries.unshift({time: Date.now(), text});
  let characters = 0;
  const kept = entries.slice(0, most_entries).filter((entry) => (characters += entry.text.length) <= most_characters);
  write(history_key(puzzle), kept.length ? kept : entries.slice(0, 1));
}

// The lines of two texts as [sign, line]: '-' only in the first, '+' only in the second, ' ' in both.
export function difference(one, other) {
  const a = one.split('\n'), b = other.split('\n');
  let begin = 0, end = 0;
  while (begin < a.length && begin < b.length && a[begin] === b[begin]) ++begin;
  while (end < a.length - begin && end < b.length - begin && a.at(-1 - end) === b.at(-1 - end)) ++end;
  const x = a.slice(begin, a.length - end), y = b.slice(begin, b.length - end);
  const same = (lines) => lines.map((line) => [' ', line]);
  const tail = same(a.slice(a.length - end));
  if (x.length * y.length > 4_000_000) {
    return [...same(a.slice(0, begin)), ...x.map((line) => ['-', line]), ...y.map((line) => ['+', line]), ...tail];
  }
  // longest[i][j]: of the common lines of x from i and y from j on.
  const longest = Array.from({length: x.length + 1}, () => new Uint32Array(y.length + 1));
  for (let i = x.length - 1; i >= 0; --i) {
    for (let j = y.length - 1; j >= 0; --j) {
      longest[i][j] = x[i] === y[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const middle = [];
  for (let i = 0, j = 0; i < x.length || j < y.length;) {
    if (i < x.length && j < y.length && x[i] === y[j]) {
      middle.push([' ', x[i++]]);
      ++j;
    } else if (j >= y.length || (i < x.length && longest[i + 1][j] >= longest[i][j + 1])) {
      middle.push(['-', x[i++]]);
    } else {
      middle.push(['+', y[j++]]);
    }
  }
  return [...same(a.slice(0, begin)), ...middle, ...tail];
}
