// The second half: shows one phase of one launch, and what the keyboard and the mouse do.

const label = (sign, threads) =>
  threads.size === 1 ? `${sign}${[...threads][0]}` : `${sign}×${threads.size}`;

const isMarked = (a, i) => marks.some((m) => m.launch === at.launch && m.phase === at.phase &&
  m.array === a && m.element === i);

// What the page points at; each leads to its phase and its thread.
function showMarks() {
  $('marks-list').hidden = !marks.length;
  $('marks-list').replaceChildren(...marks.map((mark, number) => element('li', {},
    element('button', {type: 'button', 'data-mark': number,
      'aria-current': mark.launch === at.launch && mark.phase === at.phase &&
        mark.thread === at.thread ? 'true' : null}, mark.text))));
}

const goToMark = ({launch, phase, thread}) => go({launch, phase, thread});

function cellOf(array, a, i, cell, chosen) {
  const td = element('td');
  const touched = cell.writers.size ? cell.writers : cell.readers;
  const names = [];
  const [reader, writer] = [cell.readers, cell.writers].map((all) => all.size === 1 ? [...all][0] : null);
  if (reader !== null && reader === writer) {
    names.push(`rw${reader}`);
  } else {
    if (cell.readers.size) names.push(label('r', cell.readers));
    if (cell.writers.size) names.push(label('w', cell.writers));
  }
  if (touched.size) {
    td.className = `now ${cell.writers.size ? 'write' : 'read'}`;
    if (touched.size > 1) td.classList.add('many');
    else td.style.setProperty('--own', colour([...touched][0], 82));
  } else if (cell.writer !== null) {
    td.className = 'old';
    td.style.setProperty('--own', colour(cell.writer, 93));
    names.push(String(cell.writer));
  }
  if (isMarked(a, i)) td.classList.add('marked');
  if (cell.value === null) td.classList.add('unset');
  if (chosen) td.classList.add(chosen.has(i) ? 'hit' : 'dim');
  td.append(element('small', {}, names.join(' ')), number(cell.value, array.type));
  td.title = `${array.name}${index(array, i)} = ${number(cell.value, array.type)}` +
    (cell.readers.size ? `, read by ${[...cell.readers].map(coordinates).join(' ')}` : '') +
    (cell.writers.size ? `, written by ${[...cell.writers].map(coordinates).join(' ')}` : '');
  return td;
}

function arrayCard(a) {
  const array = launch().arrays[a];
  const all = cells(a);
  const {columns, rows, cols, is_part} = view(a);
  const chosen = chosenCells(a);
  const {characters, has_two_names} = widest(a);
  const table = element('table', {class: `grid${has_two_names ? ' two-names' : ''}`,
                                  style: `--characters: ${characters}`, 'data-array': array.name});
  const head = element('tr', {}, element('th'));
  for (let c = cols[0]; c <= cols[1]; ++c) head.append(element('th', {scope: 'col'}, String(c)));
  table.append(head);
  for (let r = rows[0]; r <= rows[1]; ++r) {
    const first = array.shape.length > 1 ? r : r * columns;
    const row = element('tr', {}, element('th', {scope: 'row'}, String(first)));
    for (let c = cols[0]; c <= cols[1]; ++c) {
      const i = r * columns + c;
      if (i < all.length) row.append(cellOf(array, a, i, all[i], chosen));
    }
    table.append(row);
  }
  const name = array.name || 'memory without a name';
  const note = `${array.space}, ${array.type}${is_part ? `, a part of ${array.shape.join(' × ')}` : ''}`;
  return element('div', {class: 'card'},
    element('h2', {}, `${name} `, element('span', {class: 'note'}, note)),
    element('div', {class: 'scroll'}, table));
}

// A table in the block's shape; slices of a third dimension lie one below the other.
function blockTable(name, fill) {
  const [x, y, z] = launch().threads;
  const table = element('table', {class: 'grid', 'data-array': name});
  for (let row = 0; row < y * z; ++row) {
    const tr = element('tr');
    for (let column = 0; column < x; ++column) tr.append(fill(row * x + column));
    table.append(tr);
  }
  return element('div', {class: 'scroll'}, table);
}

function threadCard(common) {
  const scroll = blockTable('threads', (t) => {
    const state = phase().threads[t].state;
    const td = element('td', {
      role: 'option', 'aria-selected': String(at.thread === t), 'data-thread': t,
      tabindex: t === (at.thread ?? 0) ? 0 : -1,
      'aria-label': `thread ${t} at ${coordinates(t)}, ${state === 'left' ? 'has left the kernel'
        : state === 'barrier' ? 'waits at the barrier' : 'stopped'}`,
    }, String(t), element('span', {}, coordinates(t)));
    td.style.setProperty('--own', colour(t, 82));
    if (state === 'elsewhere') td.classList.add('left');
    return td;
  });
  const table = scroll.firstChild;
  table.classList.add('choose');
  table.setAttribute('role', 'listbox');
  for (const row of table.rows) row.setAttribute('role', 'presentation');
  table.setAttribute('aria-label', 'Threads of the block');
  return element('div', {class: 'card'},
    element('h2', {}, 'threads ', element('span', {class: 'note'}, 'number and (x, y, z)')), scroll,
    ...(common.length ? [commonValues(common)] : []));
}

// The blocks of the grid; those that are in the page can be chosen. Nothing for a grid of one, and
// for one too large to be looked at.
function blocksCard() {
  const [x, y, z] = launch().grid;
  if (x * y * z < 2 || x > 32 || y * z > 32) return [];
  const table = element('table', {class: 'grid choose', role: 'listbox', 'aria-label': 'Blocks of the grid'});
  for (let row = 0; row < y * z; ++row) {
    const tr = element('tr', {role: 'presentation'});
    for (let column = 0; column < x; ++column) {
      const block = [column, row % y, Math.floor(row / y)];
      const has = launchesOf(block).length > 0;
      const is_shown = String(block) === String(launch().block);
      tr.append(element('td', {role: 'option', 'aria-selected': String(is_shown),
        'aria-disabled': String(!has), 'data-block': has ? block.join() : null,
        tabindex: is_shown ? 0 : has ? -1 : null, title: `block (${block.join(', ')})`},
        block.slice(0, z > 1 ? 3 : y > 1 ? 2 : 1).join(', ')));
    }
    table.append(tr);
  }
  const shown = new Set(trace.launches.map((l) => String(l.block))).size;
  return [element('div', {class: 'card'}, element('h2', {}, 'blocks ',
    element('span', {class: 'note'}, shown < x * y * z ? `${shown} of ${x * y * z} are here` : '')),
    element('div', {class: 'scroll'}, table))];
}

function chooseBlock(block) {
  const same = launchesOf(launch().block).indexOf(at.launch);
  go({launch: launchesOf(block)[same] ?? at.launch, thread: at.thread});
}

function showSource() {
  const lines = sources[launch().kernel] ?? [];
  const key = (p) => `${launch().places[p].file}:${launch().places[p].line}`;
  const mine = phase().accesses.filter((x) => at.thread === null || x.thread === at.thread);
  const now = new Set(mine.map((x) => key(x.place)));
  const ends = new Set(phase().threads.filter((t) => t.state === 'barrier').map((t) => key(t.place)));
  const hit = at.request === null ? null : key(phase().requests[at.request].place);
  $('source-card').hidden = !lines.length;
  $('source-title').replaceChildren(`${launch().kernel} `, element('span', {class: 'note'},
    `marked: the lines of this phase${at.thread === null ? '' : `, of thread ${at.thread}`}`));
  let before = null, last = 0;
  const rows = lines.flatMap(([file, number, text]) => {
    const name = `${file}:${number}`;
    const head = file === before && number === last + 1 ? []
      : [element('b', {}, file === before ? '…' : file.split('/').pop())];
    [before, last] = [file, number];
    const classes = [now.has(name) && 'now', ends.has(name) && 'now end', hit === name && 'hit'];
    const row = element('div', {class: classes.filter(Boolean).join(' ') || null, 'data-line': name},
      element('i', {}, String(number)), text);
    if (ends.has(name)) row.title = 'the barrier at which this phase ends';
    return [...head, row];
  });
  $('source').replaceChildren(...rows);
  const first = $('source').querySelector(at.request === null ? '.now' : '.hit');
  if (first) $('source').scrollTop = first.offsetTop - $('source').clientHeight / 3;
}

const varies = (v) => launch().phases.some((p, i, all) => i > 0 &&
  p.variables[v].some((value, t) => {
    const before = all[i - 1].variables[v][t];
    return value !== before && value !== null && before !== null;
  }));

// The same in all threads that have it, throughout.
const isCommon = (v) => product(launch().threads) > 1 && launch().phases.every((p) =>
  new Set(p.variables[v].filter((value) => value !== null)).size < 2);

function commonValues(variables) {
  const list = element('dl', {'aria-label': 'Alike in all threads'});
  for (const v of variables) {
    const {name, type} = launch().variables[v];
    const value = phase().variables[v].find((x) => x !== null);
    list.append(element('dt', {}, name), element('dd', {}, number(value, type)));
  }
  return list;
}

function variableCard(v) {
  const variable = launch().variables[v];
  const size = product(variable.shape);
  const now = phase().variables[v];
  const before = at.phase ? launch().phases[at.phase - 1].variables[v] : now.map(() => null);
  const table = blockTable(variable.name, (t) => {
    const own = now.slice(t * size, (t + 1) * size);
    // One that has gone out of scope was not written.
    const is_new = own.some((value, i) => value !== null && value !== before[t * size + i]);
    const td = element('td', {}, own.map((value) => number(value, variable.type)).join(' '));
    if (is_new) {
      td.className = 'now write';
      td.style.setProperty('--own', colour(t, 82));
    }
    td.prepend(element('small', {}, `${is_new ? 'w' : ''}${t}`));
    if (at.thread !== null) td.classList.add(at.thread === t ? 'hit' : 'dim');
    return td;
  });
  table.firstChild.style.setProperty('--characters', widestOf(v));
  return element('div', {class: 'card'},
    element('h2', {}, `${variable.name} `,
      element('span', {class: 'note'}, `of each thread, ${variable.type}`)), table);
}

function requestRow(request, r) {
  const array = launch().arrays[request.arrays[0]];
  const shared = request.wavefronts !== undefined;
  const cost = shared ? request.wavefronts : request.sectors;
  const more = cost > request.least;
  const verdict = shared
    ? (more ? `⚠ bank conflict: ${cost} wavefronts, ${request.least} would do`
            : plural(cost, 'wavefront'))
    : plural(cost, 'sector') + (more ? `, ${request.least} would do` : '');
  const row = element('tr', {tabindex: 0, 'data-request': r,
                             'aria-selected': String(at.request === r)},
    element('td', {class: 'number'}, String(request.warp)),
    element('td', {}, `${request.access} ${array.name}`),
    element('td', {class: 'number'}, String(request.threads.length)),
    element('td', {class: more ? (shared ? 'conflict' : 'scattered') : null}, verdict));
  return row;
}

function showRequests() {
  const head = element('tr', {});
  for (const name of ['warp', 'request', 'lanes', 'cost'])
    head.append(element('th', {scope: 'col'}, name));
  const rows = [];
  phase().requests.forEach((request, r, all) => {
    if (r === 0 || place(all[r - 1].place) !== place(request.place))
      rows.push(element('tr', {class: 'place'}, element('th', {scope: 'rowgroup', colspan: 4},
        place(request.place), element('code', {}, launch().places[request.place].source))));
    rows.push(requestRow(request, r));
  });
  $('requests').replaceChildren(head, ...rows);
}

const most_operations = 48;  // that are drawn: more would be slow, and nobody looks at them

// The parser knows SVG's namespace, so the page needs no address.
const svgNamespace = Object.assign(document.createElement('div'), {innerHTML: '<svg></svg>'})
  .firstChild.namespaceURI;

function svg(name, attributes, ...children) {
  const result = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

// Two rows of lanes: the upper one hands out its registers, the lower one reads them.
function shuffleArrows(operation) {
  const side = 26, lanes = launch().warp_lanes, gap = 44;
  const middle = (lane) => lane * side + side / 2;
  const first = at.thread === null ? -1 : at.thread - operation.warp * lanes;
  const row = (y, shown, yes) => shown.flatMap((lane, i) => [
    svg('rect', {x: lane * side + 1, y, width: side - 2, height: 20, rx: 3,
      class: [yes && yes[i] && 'yes', lane === first && 'hit'].filter(Boolean).join(' ') || null}),
    svg('text', {x: middle(lane), y: y + 15}, String(lane))]);
  const is_vote = operation.operation === 'vote';
  const arrows = is_vote ? [] : operation.lanes.flatMap((lane, i) => {
    const from = middle(operation.from[i]), to = middle(lane);
    const length = Math.hypot(to - from, gap), x = (to - from) / length, y = gap / length;
    const tip = [to, 20 + gap], left = [to - 7 * x - 3.5 * y, 20 + gap - 7 * y + 3.5 * x],
          right = [to - 7 * x + 3.5 * y, 20 + gap - 7 * y - 3.5 * x];
    const own = operation.from[i] === lane;
    return [svg('line', {x1: from, y1: 20, x2: to, y2: 20 + gap, class: own ? 'own' : null}),
      ...(own ? [] : [svg('path', {d: `M${tip}L${left}L${right}z`})])];
  });
  const all = [...Array(lanes).keys()];
  const height = is_vote ? 22 : 42 + gap;
  const text = is_vote
    ? `lanes that vote yes: ${operation.lanes.filter((_, i) => operation.votes[i]).join(' ') || 'none'}`
    : operation.lanes.map((lane, i) => `lane ${lane} from ${operation.from[i]}`).join(', ');
  return svg('svg', {width: lanes * side, height, viewBox: `0 0 ${lanes * side} ${height}`,
    role: 'img', 'aria-label': text},
    ...(is_vote ? row(1, operation.lanes, operation.votes)
                : [...row(0, all), ...arrows, ...row(21 + gap, operation.lanes)]));
}

function showLanes() {
  const all = phase().warp_operations ?? [];
  $('lanes-card').hidden = !all.length;
  const shown = all.slice(0, most_operations);
  const parts = shown.flatMap((operation) => [
    element('h3', {}, `${operation.operation} of warp ${operation.warp}, ${place(operation.place)} `,
      element('code', {}, launch().places[operation.place].source)),
    shuffleArrows(operation)]);
  if (all.length > shown.length)
    parts.push(element('p', {class: 'note'}, `and ${all.length - shown.length} more`));
  $('lanes').replaceChildren(...parts);
}

function showAccesses() {
  const thread = at.thread ?? 0;
  $('actions-title').textContent = `What thread ${thread} at ${coordinates(thread)} does`;
  $('actions').replaceChildren(...phase().accesses.filter((x) => x.thread === thread).map((x) => {
    const array = launch().arrays[x.array];
    const values = x.values.map((v) => number(v, array.type)).join(' ');
    const before = x.before ? `${x.before.map((v) => number(v, array.type)).join(' ')} → ` : '';
    const verb = {read: 'reads', write: 'writes', atomic: 'updates'}[x.access];
    return element('li', {}, element('span', {class: 'verb'}, verb),
      element('code', {}, `${array.name}${index(array, x.element)} = ${before}${values}`));
  }));
}

function describeEnd() {
  const waiting = phase().threads.filter((t) => t.state === 'barrier');
  if (!waiting.length) return 'until the kernel’s end';
  const where = [...new Set(waiting.map((t) => place(t.place)))].join(' and ');
  const all = waiting.length === phase().threads.length;
  return `until the barrier at ${where}` +
    (all ? '' : `, where ${waiting.length} of ${phase().threads.length} threads wait`);
}

// What there is no room for in a trace.
const leftOut = (l) => {
  const {first, count} = l.recorded;
  return (count === product(l.threads) ? ''
    : `; recorded: thread ${first}` + (count > 1 ? ` to ${first + count - 1}` : '')) +
    (l.cut ? `; recorded: the first ${plural(l.phases.length, 'phase')}` : '');
};

// A table that scrolls by itself is reached by the keyboard, if nothing in it is.
function markScrolling() {
  for (const box of document.querySelectorAll('.scroll')) {
    const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (scrolls && !box.querySelector('[tabindex="0"]')) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
}

function show() {
  const l = launch();
  const focused = document.activeElement;
  const had = focused && (focused.dataset.thread !== undefined ? 'thread'
    : focused.dataset.block !== undefined ? 'block'
    : focused.dataset.request !== undefined ? 'request'
    : focused.dataset.mark !== undefined ? `[data-mark="${focused.dataset.mark}"]` : null);
  const last = l.phases.length - 1;
  at.phase = Math.max(0, Math.min(at.phase, last));
  $('title').textContent = `${caption}, ${trace.case} ` +
    (trace.kernels === 'yours' ? '[your kernels]' : '[reference]');
  $('subtitle').textContent = `${l.kernel}, block (${l.block.join(', ')}) of ` +
    `${l.grid.join(' × ')}, ${plural(product(l.threads), 'thread')} in ` +
    plural(Math.ceil(product(l.threads) / l.warp_lanes), 'warp') + leftOut(l);
  $('blocks').replaceChildren(...blocksCard());
  const beside = launchesOf(l.block);
  $('launch').replaceChildren(...beside.map((i, n) =>
    element('option', {value: i}, `${n + 1}: ${trace.launches[i].kernel}`)));
  $('launch').value = at.launch;
  $('launch-choice').hidden = beside.length < 2;
  $('slider').max = last + 1;
  $('slider').value = at.phase + 1;
  $('slider').disabled = last < 1;
  $('previous').disabled = at.phase <= 0;
  $('next').disabled = at.phase >= last;
  if (last < 0) {
    $('phase').textContent = 'The grid of this launch has no such block.';
    for (const id of ['threads', 'memory', 'others', 'requests', 'actions']) $(id).replaceChildren();
    $('source-card').hidden = $('lanes-card').hidden = true;
    return;
  }
  $('phase').textContent = `Phase ${at.phase + 1} of ${last + 1}, ${describeEnd()}`;
  $('slider').setAttribute('aria-valuetext', $('phase').textContent);
  $('ticks').replaceChildren(...l.phases.map((_, p) => element('option', {value: p + 1})));
  const changing = l.variables.map((_, v) => v).filter(varies);
  const common = changing.filter(isCommon);
  const own = changing.filter((v) => !common.includes(v));
  const arrays = (space) => l.arrays.flatMap((array, a) => array.space === space ? [arrayCard(a)] : []);
  // What is computed stands in front, indices behind everything.
  const is_result = (v) => l.variables[v].type.includes('f');
  $('threads').replaceChildren(threadCard(common), ...own.filter(is_result).map(variableCard),
                               ...arrays('shared'));
  // What the launch writes stands in front.
  const global = l.arrays.flatMap((array, a) => array.space === 'global' ? [a] : []);
  $('memory').replaceChildren(...global.sort((a, b) => isWritten(b) - isWritten(a)).map(arrayCard));
  $('others').replaceChildren(...own.filter((v) => !is_result(v)).map(variableCard));
  showRequests();
  showLanes();
  showAccesses();
  showSource();
  showMarks();
  markScrolling();
  location.replace(`#${new URLSearchParams({launch: at.launch + 1, phase: at.phase + 1,
    ...(at.thread === null ? {} : {thread: at.thread})})}`);
  if (had?.startsWith('[data-mark')) document.querySelector(had).focus();
  if (had === 'thread') document.querySelector('[data-thread][tabindex="0"]').focus();
  if (had === 'block') document.querySelector('[data-block][tabindex="0"]')?.focus();
  if (had === 'request') document.querySelector(`[data-request="${at.request ?? 0}"]`)?.focus();
}

function go(to) {
  Object.assign(at, {request: null}, to);
  show();
}

function choose(thread) {
  go({thread: at.thread === thread ? null : thread});
}

function moveInBlock(thread, key) {
  const [x, y, z] = launch().threads;
  const to = {ArrowLeft: thread - 1, ArrowRight: thread + 1, ArrowUp: thread - x,
              ArrowDown: thread + x}[key];
  if (to >= 0 && to < x * y * z) go({thread: to});
}

// To the nearest block that is in the page.
function moveInGrid(block, key) {
  const step = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, -1], ArrowDown: [1, 1]}[key];
  const to = block.split(',').map(Number);
  for (let i = 0; i < 32; ++i) {
    to[step[0]] += step[1];
    if (launchesOf(to).length) return chooseBlock(to);
  }
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const {thread, block, request} = event.target.dataset ?? {};
  const is_enter = event.key === 'Enter' || event.key === ' ';
  const keys = {
    ArrowLeft: {phase: at.phase - 1}, ArrowRight: {phase: at.phase + 1},
    Home: {phase: 0}, End: {phase: launch().phases.length - 1},
  };
  if (thread !== undefined && event.key.startsWith('Arrow')) {
    moveInBlock(Number(thread), event.key);
  } else if (block !== undefined && event.key.startsWith('Arrow')) {
    moveInGrid(block, event.key);
  } else if (thread !== undefined && is_enter) {
    choose(Number(thread));
  } else if (request !== undefined && is_enter) {
    go({request: at.request === Number(request) ? null : Number(request)});
  } else if (event.key === 'Escape') {
    go({thread: null});
  } else if (keys[event.key] && !event.target.closest('input, select, #source')) {
    go(keys[event.key]);
  } else {
    return;
  }
  event.preventDefault();
});
document.addEventListener('click', (event) => {
  const thread = event.target.closest('[data-thread]');
  const request = event.target.closest('[data-request]');
  const block = event.target.closest('[data-block]');
  const mark = event.target.closest('[data-mark]');
  if (mark) goToMark(marks[mark.dataset.mark]);
  if (thread) choose(Number(thread.dataset.thread));
  if (block) chooseBlock(block.dataset.block);
  if (request) {
    const r = Number(request.dataset.request);
    go({request: at.request === r ? null : r});
  }
});
$('slider').addEventListener('input', () => go({phase: Number($('slider').value) - 1}));
$('previous').addEventListener('click', () => go({phase: at.phase - 1}));
$('next').addEventListener('click', () => go({phase: at.phase + 1}));
$('launch').addEventListener('change', () =>
  go({launch: Number($('launch').value), phase: 0, thread: null}));

// The last write of an element by a block that is here: #write=output,3.
function goToWrite(name, index) {
  trace.launches.forEach((of, l) => of.phases.forEach((step, p) => {
    for (const {array, access, element, values, thread} of step.accesses) {
      const first = Number(index) - element;
      if (of.arrays[array].name === name && access !== 'read' && first >= 0 && first < values.length)
        Object.assign(at, {launch: l, phase: p, thread});
    }
  }));
}

document.title = `${caption}: trace`;
if (marks.length) Object.assign(at, {launch: marks[0].launch, phase: marks[0].phase});
const asked = new URLSearchParams(location.hash.slice(1));
const chosen = Number(asked.get('launch') ?? at.launch + 1) - 1;
if (trace.launches[chosen]) at.launch = chosen;
at.phase = Number(asked.get('phase') ?? at.phase + 1) - 1 || 0;
if (asked.has('thread') && Number(asked.get('thread')) < product(launch().threads))
  at.thread = Number(asked.get('thread'));
if (asked.has('write')) goToWrite(...asked.get('write').split(','));
show();
addEventListener('resize', markScrolling);

// In a frame the page that holds it is told how much room there would have to be, and says whether
// its reader wants it light or dark.
if (parent !== window) {
  window.addEventListener('message', (event) => {
    if (event.source === parent && ['', 'light', 'dark'].includes(event.data.shade))
      document.documentElement.dataset.shade = event.data.shade;
  });
  new ResizeObserver(() => parent.postMessage({height: document.documentElement.offsetHeight}, '*'))
    .observe(document.documentElement);
}
