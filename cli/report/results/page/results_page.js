// The matrix, the filters, and what a cell or a failure shows.

const data = JSON.parse(document.getElementById('results').textContent);
const $ = (id) => document.getElementById(id);

// Worst first; of each its sign, so that nothing hangs on colour alone.
const outcomes = {
  'crashed': ['↯', 'bad', 'crashed'], 'timed-out': ['∞', 'bad', 'timed out'],
  'could-not-load': ['⊘', 'bad', 'could not load'], 'wrong-answer': ['✗', 'bad', 'wrong answer'],
  'findings': ['!', 'odd', 'findings'], 'not-checked': ['?', 'odd', 'not checked'],
  'not-started': ['–', 'none', 'not started'], 'not-built': ['–', 'none', 'not built'],
  'not-submitted': ['–', 'none', 'not submitted'], 'missing': ['∅', 'odd', 'missing'],
  'unsupported-here': ['○', 'none', 'unsupported here'], 'usage': ['⊘', 'bad', 'usage'],
  'passed': ['✓', 'good', 'passed'],
};
const order = Object.keys(outcomes);
// Nothing ran: no time, and no failure.
const hasBegun = (r) => outcomes[r.outcome][1] !== 'none';
const isFailure = (r) => hasBegun(r) && r.outcome !== 'passed';
const variantName = (r) => r.variant ? `${r.puzzle} --${r.variant}` : r.puzzle;
const rowOf = (r) => data.grades ? r.student : variantName(r);
const devicesOf = new Map();
for (const r of data.results) {
  if (!devicesOf.has(r.platform)) devicesOf.set(r.platform, new Set());
  devicesOf.get(r.platform).add(r.device);
}
// Two devices of one platform are two columns.
const columnOf = (r) => data.grades ? r.puzzle
  : (devicesOf.get(r.platform).size > 1 && r.device ? `${r.platform}: ${r.device}`
                                                    : r.platform ?? 'not begun');
const titleOf = (r) => data.grades ? `${r.student}: ${r.puzzle}`
  : variantName(r) + (r.platform ? ` on ${r.platform}` : '');
const textOf = data.results.map((r) =>
  [r.student, r.puzzle, r.variant, r.platform, r.device, r.outcome, r.reason,
   ...(r.findings ?? []).map((f) => f.message)].join(' ').toLowerCase());
const byName = new Intl.Collator('en', {numeric: true}).compare;

const at = {outcomes: new Set(), find: '', puzzle: '', platform: '', clock: 'seconds', failures: 100,
            row: 0, column: 0, cell: null};
let shown = [], rows = [], columns = [], cells = new Map();

const mark = (outcome) => element('span', {class: `mark ${outcomes[outcome][1]}`,
                                           'aria-hidden': 'true'}, outcomes[outcome][0]);
const plural = (n, what) => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
const worst = (list) => list.reduce((a, r) =>
  order.indexOf(r.outcome) < order.indexOf(a) ? r.outcome : a, 'passed');

function chooseShown() {
  const words = at.find.toLowerCase().split(/\s+/).filter(Boolean);
  shown = data.results.filter((r, i) =>
    (!at.outcomes.size || at.outcomes.has(r.outcome)) && (!at.puzzle || r.puzzle === at.puzzle) &&
    (!at.platform || r.platform === at.platform) && words.every((w) => textOf[i].includes(w)));
  cells = new Map();
  const columnSet = new Set();
  for (const r of shown) {
    const row = rowOf(r), column = columnOf(r);
    columnSet.add(column);
    if (!cells.has(row)) cells.set(row, new Map());
    const own = cells.get(row);
    if (!own.has(column)) own.set(column, []);
    own.get(column).push(r);
  }
  rows = [...cells.keys()];  // of a run in the order of the plan, which is that of teaching
  if (data.grades) rows.sort(byName);
  columns = [...columnSet].sort(byName);
}

function rowAt(r) {
  const name = rows[r];
  const row = element('tr', {role: 'row'},
                      element('th', {scope: 'row', role: 'rowheader', title: name}, name));
  columns.forEach((column, c) => {
    const list = cells.get(name).get(column);
    const td = element('td', {role: 'gridcell'});
    if (list) {
      const outcome = worst(list);
      td.className = outcomes[outcome][1];
      td.dataset.cell = `${r} ${c}`;
      td.tabIndex = -1;
      const part = partOf(list);
      td.title = `${name}, ${column}: ${outcomes[outcome][2]}` +
        (part ? `, ${part[0]} of ${part[1]} variants passed` : '');
      td.setAttribute('aria-label', td.title + (list.length > 1 ? `, ${list.length} results` : ''));
      td.setAttribute('aria-selected', String(at.cell?.[0] === name && at.cell?.[1] === column));
      td.textContent = outcomes[outcome][0] + (part ? ` ${part.join('/')}` : '');
    }
    row.append(td);
  });
  return row;
}

// "1/2": the variants that passed, of grades in which some did and others did not.
function partOf(list) {
  const variants = list.flatMap((r) => r.variants ?? []);
  const passed = variants.filter((v) => v.outcome === 'passed').length;
  return passed === 0 || passed === variants.length ? null : [passed, variants.length];
}

// A browser takes a second for the layout of thousands of cells: rows are drawn as they are come
// to, by scrolling, by keys or by the printer.
const lastRow = new IntersectionObserver((seen) => {
  if (seen.some((entry) => entry.isIntersecting)) drawRows(100);
}, {rootMargin: '600px'});

function drawRows(count) {
  const body = $('matrix').tBodies[0];
  lastRow.disconnect();
  for (let left = count; left > 0 && body.rows.length < rows.length; --left) {
    body.append(rowAt(body.rows.length));
  }
  if (body.rows.length < rows.length) lastRow.observe(body.rows[body.rows.length - 1]);
}

function drawMatrix() {
  const what = data.grades ? ['student', 'puzzle'] : ['variant', 'backend'];
  $('matrix-title').textContent = `${plural(rows.length, what[0])} × ${plural(columns.length, what[1])}`;
  const head = element('tr', {role: 'row'}, element('td'));
  for (const column of columns) {
    head.append(element('th', {scope: 'col', role: 'columnheader'}, column));
  }
  const body = element('tbody');
  const foot = element('tr', {role: 'row'}, element('td', {}, 'passed'));
  for (const column of columns) {
    let passed = 0;
    for (const own of cells.values()) {
      if (own.has(column) && worst(own.get(column)) === 'passed') ++passed;
    }
    foot.append(element('td', {}, String(passed)));
  }
  $('matrix').setAttribute('aria-rowcount', String(rows.length));
  $('matrix').replaceChildren(element('thead', {}, head), body, element('tfoot', {}, foot));
  drawRows(100);
  at.row = Math.min(at.row, Math.max(rows.length - 1, 0));
  at.column = Math.min(at.column, Math.max(columns.length - 1, 0));
  const first = cellAt(at.row, at.column) ?? $('matrix').querySelector('[data-cell]');
  if (first) first.tabIndex = 0;
}

const cellAt = (row, column) => $('matrix').querySelector(`[data-cell="${row} ${column}"]`);

// To the next cell that way that has results.
function moveTo(rowStep, columnStep) {
  let row = at.row + rowStep, column = at.column + columnStep;
  while (row >= 0 && row < rows.length && column >= 0 && column < columns.length) {
    if (row >= $('matrix').tBodies[0].rows.length) drawRows(100);
    const cell = cellAt(row, column);
    if (cell) return focusCell(cell);
    row += rowStep;
    column += columnStep;
  }
}

function focusCell(cell) {
  $('matrix').querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
  [at.row, at.column] = cell.dataset.cell.split(' ').map(Number);
  cell.tabIndex = 0;
  cell.focus();
}

function openCell(cell) {
  focusCell(cell);
  at.cell = [rows[at.row], columns[at.column]];
  for (const other of $('matrix').querySelectorAll('[aria-selected=true]')) {
    other.setAttribute('aria-selected', 'false');
  }
  cell.setAttribute('aria-selected', 'true');
  drawDetail();
}

function drawDetail() {
  const list = at.cell && cells.get(at.cell[0])?.get(at.cell[1]);
  $('detail-title').textContent = list ? at.cell.join(', ') : 'A result';
  $('detail').replaceChildren(...(list ? list.map(bodyOf)
    : [element('p', {class: 'quiet'}, 'Click a cell of the matrix for details.')]));
}

function findingOf(finding) {
  const box = element('div', {class: finding.level === 'error' ? 'finding' : 'finding warn'},
    element('div', {}, finding.message),
    element('div', {class: 'quiet'},
            finding.allowed ? `allowed: ${finding.allowed}` : finding.why));
  for (const place of finding.places ?? []) {
    if (!place.file) continue;
    box.append(element('pre', {}, `${place.file}:${place.line}${place.source ? `  ${place.source.trim()}` : ''}`));
  }
  return box;
}

function variantsOf(result) {
  const table = element('table', {class: 'plain'});
  for (const v of result.variants) {
    table.append(element('tr', {}, element('td', {}, mark(v.outcome)),
      element('th', {scope: 'row'}, v.variant ? `--${v.variant}` : result.puzzle),
      element('td', {}, v.reason || outcomes[v.outcome][2] + (v.checked ? ', checked' : ''))));
  }
  return table;
}

const lines = (ranges) => ranges.map(([a, b]) => a === b ? a : `${a}–${b}`).join(', ');

// Other students whose files are alike; a hint, and no judgement.
function alikeOf(result) {
  const same = result.same_text ?? [];
  const more = (result.same_text_count ?? 0) - same.length;
  return [
    ...(same.length ? [`The same text as ${same.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`] : []),
    ...(result.similar ?? []).map((s) => `${s.percent} % alike with ${s.student}: lines ` +
      `${lines(s.lines)} here, ${lines(s.their_lines)} there.`)];
}

function commandOf(command) {
  const copy = element('button', {type: 'button', 'aria-label': 'Copy the command'}, 'Copy');
  copy.onclick = () => navigator.clipboard?.writeText(command).then(() => {
    copy.textContent = 'Copied';
  }, () => {});
  return element('div', {class: 'command'}, element('pre', {}, command), copy);
}

function bodyOf(result) {
  const body = element('div', {class: 'body'});
  body.append(element('p', {}, mark(result.outcome), ` ${outcomes[result.outcome][2]}`));
  if (result.reason) body.append(element('p', {}, result.reason));
  if (result.mismatch) {
    const m = result.mismatch;
    body.append(element('p', {}, `In ${m.case} element ${m.index} is ${m.got ?? 'NaN'}, expected ` +
                                 `${m.expected}; ${plural(m.wrong, 'element')} wrong.`));
  }
  for (const mistake of result.mistakes ?? []) body.append(element('p', {}, `It may be: ${mistake}`));
  for (const finding of result.findings ?? []) body.append(findingOf(finding));
  if (result.variants?.length > 1) body.append(variantsOf(result));
  for (const line of alikeOf(result)) body.append(element('p', {}, line));
  const facts = element('dl');
  const fact = (name, value) => {
    if (value !== undefined) facts.append(element('dt', {}, name), element('dd', {}, String(value)));
  };
  if (result.most_points !== undefined)
    fact('points', result.points === undefined ? undefined : `${result.points} of ${result.most_points}`);
  fact('late', result.late_hours > 0 ? `${result.late_hours} hours` : undefined);
  fact('device', result.device);
  fact('kernels', result.kernels);
  fact('took', result.seconds > 0 ? duration(result.seconds) : undefined);
  fact('in kernels', result.kernel_milliseconds > 0
    ? duration(result.kernel_milliseconds / 1e3) : undefined);
  fact('repetition', result.repetition > 1 ? result.repetition : undefined);
  fact('confined by', result.isolation);
  fact('seed', result.seed);
  body.append(facts);
  if (result.command) body.append(commandOf(result.command));
  return body;
}

function drawFailures() {
  const failed = shown.filter(isFailure);
  $('failures-title').textContent = failed.length ? plural(failed.length, 'failure') : 'No failures';
  $('failures').replaceChildren(...failed.slice(0, at.failures).map((result) => {
    const box = element('details', {}, element('summary', {}, mark(result.outcome),
      element('b', {}, titleOf(result)), element('span', {}, outcomes[result.outcome][2]),
      element('span', {class: 'reason'}, result.reason ?? '')));
    box.ontoggle = () => { if (box.open && box.children.length === 1) box.append(bodyOf(result)); };
    return box;
  }));
  const left = failed.length - at.failures;
  $('more').hidden = left <= 0;
  $('more').textContent = `Show ${Math.min(left, 100)} more of ${left}`;
}

const clocks = {
  seconds: ['wall-clock', (r) => r.seconds],
  kernels: ['kernels', (r) => (r.kernel_milliseconds ?? 0) / 1e3],
};

function drawTimes() {
  const nameOf = data.grades ? (r) => r.puzzle
    : (r) => variantName(r) + (columns.length > 1 ? ` on ${columnOf(r)}` : '');
  const groups = timesOf(shown.filter(hasBegun), nameOf, clocks[at.clock][1], isFailure);
  if (data.grades) groups.sort((a, b) => byName(a.name, b.name));
  const nothing = () => element('p', {class: 'quiet'}, 'Nothing that is shown has a time.');
  $('plot').replaceChildren(groups.length ? timesPlot(groups) : nothing());
  $('figures').replaceChildren(groups.length ? timesTable(groups) : nothing());
}

function drawOutcomes() {
  const counts = new Map();
  for (const r of data.results) counts.set(r.outcome, (counts.get(r.outcome) ?? 0) + 1);
  $('outcomes').replaceChildren(...order.filter((o) => counts.has(o)).reverse().map((outcome) => {
    const chip = element('button', {type: 'button', class: 'chip', 'data-outcome': outcome,
                                    'aria-pressed': String(at.outcomes.has(outcome))},
      mark(outcome), outcomes[outcome][2], element('b', {}, counts.get(outcome).toLocaleString('en')));
    chip.onclick = () => {
      if (!at.outcomes.delete(outcome)) at.outcomes.add(outcome);
      chip.setAttribute('aria-pressed', String(at.outcomes.has(outcome)));
      draw();
    };
    return chip;
  }));
}

function draw() {
  chooseShown();
  $('shown').textContent = shown.length === data.results.length ? ''
    : `${shown.length.toLocaleString('en')} of ${plural(data.results.length, 'result')} shown`;
  drawMatrix();
  drawDetail();
  drawFailures();
  drawTimes();
}

function choices(select, all, values, name) {
  select.append(element('option', {value: ''}, all));
  for (const value of [...values].filter(Boolean).sort(byName)) {
    select.append(element('option', {value}, value));
  }
  select.closest('label').hidden = select.options.length < 3;
  select.onchange = () => { at[name] = select.value; draw(); };
}

function clear() {
  at.outcomes.clear();
  Object.assign(at, {find: '', puzzle: '', platform: '', failures: 100});
  $('find').value = $('puzzle').value = $('platform').value = '';
  drawOutcomes();
  draw();
}

function begin() {
  document.title = $('title').textContent = data.title;
  const students = new Set(data.results.map((r) => r.student)).size;
  const puzzles = new Set(data.results.map((r) => r.puzzle));
  $('subtitle').textContent = [plural(data.results.length, 'result'),
    ...(data.grades ? [plural(students, 'student')] : []), plural(puzzles.size, 'puzzle')].join(', ');
  $('remarks').hidden = !data.remarks.length;
  $('remarks').append(...data.remarks.map((text) => element('p', {}, text)));
  choices($('puzzle'), 'all', puzzles, 'puzzle');
  choices($('platform'), 'all', new Set(data.results.map((r) => r.platform)), 'platform');
  const timed = Object.keys(clocks).filter((c) => data.results.some((r) => clocks[c][1](r) > 0));
  if (timed.length > 1) {
    $('clocks').append(...timed.map((clock) => {
      const input = element('input', {type: 'radio', name: 'clock', value: clock});
      input.checked = clock === at.clock;
      input.onchange = () => { at.clock = clock; drawTimes(); };
      return element('label', {}, input, ` ${clocks[clock][0]}`);
    }));
  }
  $('find').oninput = () => { at.find = $('find').value; draw(); };
  $('clear').onclick = clear;
  $('more').onclick = () => { at.failures += 100; drawFailures(); };
  $('matrix').onclick = (event) => {
    const cell = event.target.closest('[data-cell]');
    if (cell) openCell(cell);
  };
  $('matrix').onkeydown = (event) => {
    const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
    if (event.key in steps) {
      moveTo(...steps[event.key]);
    } else if (event.key === 'Enter' || event.key === ' ') {
      openCell(event.target.closest('[data-cell]'));
    } else {
      return;
    }
    event.preventDefault();
  };
  document.onkeydown = (event) => {
    const typing = ['INPUT', 'SELECT'].includes(document.activeElement?.tagName);
    if (event.key === '/' && !typing) {
      $('find').focus();
      event.preventDefault();
    } else if (event.key === 'Escape') {
      clear();
    }
  };
  window.addEventListener('beforeprint', () => drawRows(rows.length));
  drawOutcomes();
  draw();
}

begin();
