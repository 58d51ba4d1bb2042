// Times: a line a puzzle or variant, its results as dots on a logarithmic scale.
'use strict';

const svg = (name, attributes = {}, ...children) => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

const element = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
};

function duration(seconds) {
  const [value, unit] = seconds >= 1 ? [seconds, 's'] : seconds >= 1e-3 ? [seconds * 1e3, 'ms']
    : [seconds * 1e6, 'µs'];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

const quantile = (sorted, q) => {
  const at = q * (sorted.length - 1), low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
};

// Groups of {name, values: [{seconds, bad}]}, sorted by time within; what has no time is left out.
function timesOf(results, nameOf, secondsOf, isBad) {
  const groups = new Map();
  for (const result of results) {
    const seconds = secondsOf(result);
    if (!(seconds > 0)) continue;
    const name = nameOf(result);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push({seconds, bad: isBad(result)});
  }
  return [...groups].map(([name, values]) => {
    values.sort((a, b) => a.seconds - b.seconds);
    const sorted = values.map((v) => v.seconds);
    return {name, values, median: quantile(sorted, .5), low: quantile(sorted, .25),
            high: quantile(sorted, .75), most: sorted[sorted.length - 1], least: sorted[0]};
  });
}

// Of many values some, the outermost among them.
function sample(values, most) {
  if (values.length <= most) return values;
  return Array.from({length: most},
                    (_, i) => values[Math.round(i * (values.length - 1) / (most - 1))]);
}

function timesPlot(groups) {
  const lineHeight = 26, left = 250, right = 180, width = 1000, top = 26;
  const height = top + groups.length * lineHeight + 6;
  let low = Math.floor(Math.log10(Math.min(...groups.map((g) => g.least))));
  let high = Math.ceil(Math.log10(Math.max(...groups.map((g) => g.most))));
  if (low === high) high += 1;
  const x = (seconds) => left + (Math.log10(seconds) - low) / (high - low) * (width - left - right);
  const plot = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img',
                           'aria-label': 'Times on a logarithmic scale; the table below has them'});
  for (let power = low; power <= high; ++power) {
    const at = x(10 ** power);
    plot.append(svg('line', {class: 'grid', x1: at, x2: at, y1: top - 6, y2: height - 4}),
                svg('text', {class: 'quiet', x: at, y: 14, 'text-anchor': 'middle'},
                    duration(10 ** power)));
  }
  groups.forEach((group, i) => {
    const y = top + i * lineHeight + lineHeight / 2;
    const name = group.name.length > 32 ? `${group.name.slice(0, 31)}…` : group.name;
    plot.append(svg('text', {x: left - 14, y: y + 4, 'text-anchor': 'end'}, name));
    if (group.values.length > 3) {
      plot.append(svg('rect', {class: 'box', x: x(group.low), y: y - 8, rx: 2, height: 16,
                               width: Math.max(x(group.high) - x(group.low), 1)}));
    }
    for (const value of sample(group.values, 60)) {
      plot.append(svg('circle', {class: value.bad ? 'bad-dot' : '', cx: x(value.seconds), cy: y,
                                 r: 3.5}));
    }
    plot.append(svg('line', {class: 'median', x1: x(group.median), x2: x(group.median), y1: y - 9,
                             y2: y + 9}),
                svg('text', {class: 'quiet', x: width - right + 16, y: y + 4},
                    group.values.length > 1
                      ? `${duration(group.median)}, at most ${duration(group.most)}`
                      : duration(group.median)));
  });
  return plot;
}

function timesTable(groups) {
  const table = element('table', {class: 'plain'});
  const head = element('tr');
  for (const name of ['', 'results', 'least', 'median', 'most']) {
    head.append(element('th', {scope: 'col', class: name ? 'number' : null}, name));
  }
  table.append(element('thead', {}, head));
  const body = element('tbody');
  for (const group of groups) {
    body.append(element('tr', {}, element('th', {scope: 'row'}, group.name),
      element('td', {class: 'number'}, String(group.values.length)),
      ...[group.least, group.median, group.most].map((s) =>
        element('td', {class: 'number'}, duration(s)))));
  }
  table.append(body);
  return table;
}
