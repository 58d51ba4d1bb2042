// The page of `hippuzzle trace --html`, its first half: the trace, what of it is shown, and what each
// cell of memory holds then.
'use strict';
const trace = JSON.parse(document.getElementById('trace').textContent);
const sources = JSON.parse(document.getElementById('sources').textContent);
const marks = JSON.parse(document.getElementById('marks').textContent);
const at = {launch: 0, phase: 0, thread: null, request: null};
const $ = (id) => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const caption = trace.puzzle + (trace.variant ? ` --${trace.variant}` : '');
const launch = () => trace.launches[at.launch];
// The launches of one block, which are those of every other, in their order.
const launchesOf = (block) =>
  trace.launches.flatMap((l, i) => String(l.block) === String(block) ? [i] : []);
const phase = () => launch().phases[at.phase];
const product = (shape) => shape.reduce((all, extent) => all * extent, 1);
const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

// Threads that lie next to each other get colours that are far from each other.
const colour = (thread, light) => `hsl(${(thread * 137.508) % 360} 70% ${light}%)`;

function number(value, type) {
  if (value === null || value === undefined) return '·';
  if (typeof value === 'string' || type[0] === 'i' || type[0] === 'u') return String(value);
  const exact = String(Number(value.toPrecision(type === 'f64' ? 15 : 7)));
  return exact.length <= 7 ? exact : String(Number(value.toPrecision(4)));
}

function coordinates(thread) {
  const [x, y, z] = launch().threads;
  const all = [thread % x, Math.floor(thread / x) % y, Math.floor(thread / x / y)];
  return `(${all.slice(0, z > 1 ? 3 : y > 1 ? 2 : 1).join(', ')})`;
}

function index(array, flat) {
  const parts = [];
  for (const extent of [...array.shape].reverse()) {
    parts.unshift(flat % extent);
    flat = Math.floor(flat / extent);
  }
  return `[${parts.join(', ')}]`;
}

function place(number) {
  const found = launch().places[number];
  return found.line ? `${found.file.split('/').pop()}:${found.line}` : 'an unknown place';
}

// Each cell of an array in this phase: its value, who touched it now, who wrote it before.
function cells(a) {
  const array = launch().arrays[a];
  const result = Array.from({length: product(array.shape)}, (_, i) => ({
    value: array.inputs.length ? array.inputs[i] : null, readers: new Set(), writers: new Set(),
    writer: null,
  }));
  launch().phases.slice(0, at.phase + 1).forEach((step, p) => {
    for (const access of step.accesses) {
      if (access.array !== a) continue;
      access.values.forEach((value, i) => {
        const cell = result[access.element + i];
        if (!cell) return;
        if (access.access === 'read') {
          if (cell.value === null) cell.value = value;
          if (p === at.phase) cell.readers.add(access.thread);
        } else {
          cell.value = value;
          cell.writer = access.thread;
          if (p === at.phase) cell.writers.add(access.thread);
        }
      });
    }
  });
  if (array.space === 'shared')
    phase().shared[a].forEach((value, i) => { result[i].value = value; });
  return result;
}

// The widest cell that an array has in any phase, so that cards keep their size and place: the
// length of its longest number, and whether a cell ever names a reader and a writer.
const widths = new Map();
function widest(a) {
  const key = `${at.launch} ${a}`;
  if (widths.has(key)) return widths.get(key);
  const array = launch().arrays[a];
  const found = {characters: 1, has_two_names: false};
  const see = (value) => {
    found.characters = Math.max(found.characters, number(value, array.type).length);
  };
  array.inputs.forEach(see);
  for (const step of launch().phases) {
    if (array.space === 'shared') step.shared[a].forEach(see);
    const touched = new Map();  // by element: who reads, who writes
    for (const access of step.accesses) {
      if (access.array !== a) continue;
      access.values.forEach((value, i) => {
        see(value);
        const element = access.element + i;
        if (!touched.has(element)) touched.set(element, [new Set(), new Set()]);
        touched.get(element)[access.access === 'read' ? 0 : 1].add(access.thread);
      });
    }
    found.has_two_names ||= [...touched.values()].some(([readers, writers]) =>
      readers.size && writers.size &&
      !(readers.size === 1 && writers.size === 1 && [...readers][0] === [...writers][0]));
  }
  widths.set(key, found);
  return found;
}

// The same of a variable's cells.
const widestOf = (v) => Math.max(...launch().phases.map((p) => {
  const variable = launch().variables[v], size = product(variable.shape);
  const lengths = p.variables[v].map((value) => number(value, variable.type).length);
  let most = 1;
  for (let first = 0; first < lengths.length; first += size)
    most = Math.max(most, lengths.slice(first, first + size).reduce((all, n) => all + n + 1, -1));
  return most;
}));

const isWritten = (a) =>
  launch().phases.some((p) => p.accesses.some((x) => x.array === a && x.access !== 'read'));

// Which part of an array is shown: all of a small one, else what the block ever touches.
function view(a) {
  const array = launch().arrays[a];
  const count = product(array.shape);
  const columns = array.shape.length > 1 ? array.shape.at(-1) : Math.min(count, 16);
  const rows = Math.ceil(count / columns);
  const whole = {columns, rows: [0, rows - 1], cols: [0, columns - 1], is_part: false};
  if (rows <= 20 && columns <= 20) return whole;
  const touched = launch().phases.flatMap((p) => p.accesses.filter((x) => x.array === a)
    .flatMap((x) => x.values.map((_, i) => x.element + i)));
  const range = (of) => {
    const all = touched.map(of);
    const least = all.reduce((m, n) => Math.min(m, n), Infinity);
    const most = all.reduce((m, n) => Math.max(m, n), 0);
    return [least, Math.min(most, least + 39)];
  };
  return {columns, rows: range((i) => Math.floor(i / columns)), cols: range((i) => i % columns),
          is_part: true};
}

function chosenCells(a) {
  if (at.request !== null) {
    const request = phase().requests[at.request];
    return new Set(request.elements.filter((_, i) => request.arrays[i] === a));
  }
  if (at.thread === null) return null;
  return new Set(phase().accesses.filter((x) => x.array === a && x.thread === at.thread)
    .flatMap((x) => x.values.map((_, i) => x.element + i)));
}
