// Counts, the roofline and times as tables and plots. A point of a plot says its numbers when the
// mouse or the keyboard reaches it.
import {element} from '/studio_server.js';
import {fileName} from '/studio_results.js';

const short = (value, unit = '') => `${Number(value.toPrecision(3)).toLocaleString('en')}${unit && ` ${unit}`}`;

const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

function table(heads, rows, name) {
  return element('div', {class: 'wide', tabindex: '0', role: 'region', 'aria-label': name},
    element('table', {class: 'numbers'}, element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', {scope: 'col'}, head)))),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map((cell, i) =>
        element(i ? 'td' : 'th', i ? {} : {scope: 'row'}, cell)))))));
}

// ---- counts ----

// result: with `counts`, the object of docs/results.schema.json or a program's report.
export function countsOf(result, on) {
  const name = result.kind ? result.puzzle + (result.variant ? ` --${result.variant}` : '') : on.file;
  const place = (i) => !i.line ? '' : fileName(i.file) === on.file
    ? element('button', {type: 'button', onclick: () => on.goTo(i.line)}, `line ${i.line}`) : `${fileName(i.file)}:${i.line}`;
  const kernels = (result.counts ?? []).map((kernel) => {
    const size = (extents) => extents.join(' x ');
    const of = (space) => kernel.instructions.filter((i) => i.space === space).map((i) =>
      [`${i.access} ${i.array}`, place(i), short(i.accesses), short(i.requests), short(space === 'global' ? i.sectors : i.wavefronts),
        short(space === 'global' ? i.repeated : i.bank_conflicts)]);
    const part = (space, heads) => of(space).length ? table(heads, of(space), `${kernel.kernel}: ${space} memory`) : null;
    return element('section', {}, element('h3', {}, kernel.kernel),
      element('p', {}, `Grid ${size(kernel.grid)}, blocks of ${size(kernel.block)} threads. Most accesses of one thread to global memory: `
        + `${counted(kernel.threads.global_reads.most, 'read')}, ${counted(kernel.threads.global_writes.most, 'write')}.`),
      part('global', ['global memory', 'line', 'accesses', 'requests', 'sectors', 'repeated']),
      part('shared', ['shared memory', 'line', 'accesses', 'requests', 'wavefronts', 'conflicts']));
  });
  return element('article', {class: 'result'}, element('h2', {}, name),
    ...(kernels.length ? kernels : [element('p', {}, 'No kernel was counted.')]));
}

// ---- plots ----

function drawn(tag, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A logarithmic scale over all values, and its decades. At most a decade is shown more than needed.
function scale(values, from, to) {
  const good = values.filter((value) => value > 0);
  const low = Math.log10(Math.min(...good)) - 0.15, high = Math.log10(Math.max(...good)) + 0.15;
  const at = (value) => from + (Math.log10(value) - low) / (high - low || 1) * (to - from);
  const ticks = [];
  for (let d = Math.floor(low); d <= Math.ceil(high); ++d)
    for (const step of high - low < 1.5 ? [1, 2, 5] : [1])
      if (Math.log10(step) + d >= low && Math.log10(step) + d <= high) ticks.push(step * 10 ** d);
  return {at, ticks, low: 10 ** low, high: 10 ** high};
}

// points: [{x, y, words, kind}] in the plot's units. words: in place of a legend, below the plot.
function plot({width, height, label, parts, points}) {
  const words = element('p', {class: 'point-words', role: 'status'}, 'A point has its numbers: point at it, or reach it with Tab.');
  const say = (point) => { words.textContent = point.words; };
  const dots = points.map((point) => {
    const dot = drawn('circle', {cx: point.x, cy: point.y, r: point.kind === 'sample' ? 3 : 6, class: `dot ${point.kind}`,
      role: 'img', 'aria-label': point.words});
    if (point.kind !== 'sample') dot.setAttribute('tabindex', '0');
    dot.addEventListener('pointerenter', () => say(point));
    dot.addEventListener('focus', () => say(point));
    return dot;
  });
  return element('div', {}, drawn('svg', {viewBox: `0 0 ${width} ${height}`, class: 'plot', role: 'group', 'aria-label': label},
    ...parts, ...dots), words);
}

const text = (x, y, words, anchor = 'start') => drawn('text', {x, y, 'text-anchor': anchor}, words);

// document: kind "roofline". Points are the kernels by the sectors that their warps fetch.
export function rooflineOf(document, on) {
  const width = 520, height = 330, left = 62, bottom = 44;
  const roofs = Object.entries(document.ceilings);
  const memory = roofs.filter(([, c]) => c.unit === 'GB/s'), arithmetic = roofs.filter(([, c]) => c.unit === 'GFLOP/s');
  const kernels = (document.kernels ?? []).map((kernel) => ({kernel, placed: kernel.placements.find((p) => p.model === 'sectors') ?? kernel.placements[0]}))
    .filter(({placed}) => placed?.intensity > 0 && placed.roof > 0);
  const height_of = (placed) => placed.measured > 0 ? placed.measured : placed.roof;
  const best = document.ceilings.fp32?.value ?? Math.max(...arithmetic.map(([, c]) => c.value));
  const dram = document.ceilings.dram?.value ?? memory[0]?.[1].value ?? 1;
  const x = scale([best / dram / 16, best / dram * 8, ...kernels.map(({placed}) => placed.intensity)], left, width - 12);
  const y = scale([best * 2, best / 64, ...kernels.map(({placed}) => height_of(placed))], height - bottom, 12);
  const parts = [
    ...x.ticks.flatMap((tick) => [drawn('line', {x1: x.at(tick), x2: x.at(tick), y1: 12, y2: height - bottom, class: 'grid'}),
      text(x.at(tick), height - bottom + 16, short(tick), 'middle')]),
    ...y.ticks.flatMap((tick) => [drawn('line', {x1: left, x2: width - 12, y1: y.at(tick), y2: y.at(tick), class: 'grid'}),
      text(left - 6, y.at(tick) + 4, short(tick), 'end')]),
    text((left + width) / 2, height - 8, 'FLOP per byte', 'middle'), text(4, 10, 'GFLOP/s')];
  // Memories of the same rate share a line.
  const rates = Map.groupBy ? Map.groupBy(memory, ([, c]) => c.value) : new Map(memory.map((m) => [m[1].value, [m]]));
  for (const [rate, same] of rates) {
    const end = Math.min(best / rate, x.high), begin = Math.max(x.low, y.low / rate);
    if (begin >= end) continue;
    const at = Math.max(begin, end * 0.3);
    parts.push(drawn('line', {x1: x.at(begin), y1: y.at(begin * rate), x2: x.at(end), y2: y.at(end * rate), class: 'roof'}),
      text(x.at(at) - 6, y.at(at * rate) - 2, `${same.map(([name]) => name).join(', ')} ${short(rate, 'GB/s')}`, 'end'));
  }
  for (const [name, roof] of arithmetic) {
    if (roof.value > y.high) continue;
    parts.push(drawn('line', {x1: x.at(Math.max(x.low, Math.min(roof.value / dram, x.high))), y1: y.at(roof.value), x2: width - 12, y2: y.at(roof.value), class: 'roof'}),
      text(width - 14, y.at(roof.value) - 5, `${name} ${short(roof.value, 'GFLOP/s')}`, 'end'));
  }
  const words = ({kernel, placed}) => `${kernel.name}: ${short(placed.intensity, 'FLOP/B')}, its roof ${short(kernel.roof ?? placed.roof, 'GFLOP/s')}, bound by ${kernel.binds}`
    + (placed.measured > 0 ? `, measured ${short(placed.measured, 'GFLOP/s')}` : ', not measured here');
  const points = kernels.map((k) => ({x: x.at(k.placed.intensity), y: y.at(height_of(k.placed)), words: words(k), kind: k.placed.measured > 0 ? 'measured' : 'floor'}));
  return element('article', {class: 'result'}, element('h2', {}, `${document.puzzle ?? on.file} under the roofs of ${document.device}`),
    element('p', {}, `${document.source}. Size ${document.size}.`),
    plot({width, height, label: `Roofline of ${document.device}`, parts, points}),
    table(['kernel', 'FLOP/B', 'roof, GFLOP/s', 'measured', 'bound by', 'next step'], kernels.map(({kernel, placed}) => [kernel.name,
      short(placed.intensity), short(kernel.roof ?? placed.roof), placed.measured > 0 ? short(placed.measured) : '–', kernel.binds, kernel.technique || '–']), 'Kernels under the roofs'));
}

// document: kind "bench".
export function timesOf(document) {
  const all = document.results.filter((result) => result.milliseconds);
  const others = document.results.filter((result) => !result.milliseconds);
  const width = 520, row = 46, left = 12, height = all.length * row + 44;
  const x = scale(all.flatMap(({milliseconds: m}) => [m.low, m.high, ...m.samples]), left, width - 16);
  const parts = x.ticks.flatMap((tick) => [drawn('line', {x1: x.at(tick), x2: x.at(tick), y1: 8, y2: height - 34, class: 'grid'}),
    text(x.at(tick), height - 20, short(tick), 'middle')]);
  parts.push(text(width / 2, height - 4, 'milliseconds', 'middle'));
  const points = [];
  all.forEach(({name, milliseconds: m}, i) => {
    const y = i * row + 34;
    parts.push(text(left, y - 12, name || document.puzzle), drawn('line', {x1: x.at(m.low), x2: x.at(m.high), y1: y, y2: y, class: 'interval'}));
    for (const sample of m.samples) points.push({x: x.at(sample), y, words: `${name}: a sample of ${short(sample, 'ms')}`, kind: 'sample'});
    points.push({x: x.at(m.median), y, kind: 'measured',
      words: `${name}: median ${short(m.median, 'ms')}, ${short(m.confidence * 100)} % interval ${short(m.low)} to ${short(m.high, 'ms')}, ${m.samples.length} samples`});
  });
  return element('article', {class: 'result'}, element('h2', {}, `${document.puzzle} at ${document.size} on ${document.device}`),
    all.length ? plot({width, height, label: 'Times of the kernels', parts, points}) : null,
    all.length ? table(['kernel', 'median', 'interval', 'GFLOP/s', 'GB/s'], all.map(({name, milliseconds: m, gflops, gigabytes_per_second: rate}) => [name || document.puzzle,
      short(m.median, 'ms'), `${short(m.low)} … ${short(m.high, 'ms')}`, gflops ? short(gflops) : '–', rate ? short(rate) : '–']), 'Times') : null,
    ...others.map((result) => element('p', {}, `${result.name || document.puzzle}: ${result.reason}`)),
    document.platform === 'cpu' ? element('p', {}, 'Measured on the CPU platform: these times say nothing about a GPU.') : null);
}
