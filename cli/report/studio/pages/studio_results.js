// The cards of results: the example's matrix, the cases and findings. Results are the objects of
// docs/results.schema.json; a program's is the document of `hippuzzle cc --check`.
import {$, element} from '/studio_server.js';

export const words = {
  passed: 'passed', 'wrong-answer': 'wrong answer', usage: 'not run', 'could-not-load': 'does not compile',
  findings: 'right answer, but the check has findings', 'timed-out': 'timed out', crashed: 'crashed',
  'not-checked': 'right answer, not checked', 'not-started': 'not started', 'unsupported-here': 'cannot run here',
};

export const fileName = (path) => path.split('/').at(-1);

const number = (value) => value === null ? 'never written'
  : typeof value === 'number' ? String(Number(value.toPrecision(7))) : String(value);

// A table of the example's output. ask(index): leads to the trace of one element.
function matrix(result, ask) {
  const output = result.outputs?.[0];
  if (!output || !Array.isArray(result.out) || result.outputs.length > 1 || result.out.length > 1024) return null;
  const example = result.cases[0] ?? {mismatches: [], wrong: 0};
  const wrong = new Map(example.mismatches.map((m) => [m.index, m]));
  const columns = output.shape.length > 1 ? output.shape.at(-1) : Math.min(result.out.length, 8);
  const table = element('table', {class: 'matrix'});
  for (let first = 0; first < result.out.length; first += columns) {
    const row = element('tr', {}, element('th', {scope: 'row'}, String(first)));
    for (let i = first; i < Math.min(first + columns, result.out.length); ++i) {
      const mismatch = wrong.get(i);
      if (!mismatch) {
        row.append(element('td', {}, number(result.out[i])));
        continue;
      }
      const got = mismatch.never_written ? 'never written' : number(mismatch.got);
      row.append(element('td', {class: 'wrong'}, element('button', {type: 'button', onclick: () => ask(output.name, i),
        title: `Element ${i}: show the trace of its thread`},
        `${got} `, element('small', {}, `expected ${number(mismatch.expected)}`))));
    }
    table.append(row);
  }
  const parts = [element('h3', {}, `The example: ${output.name}`), table];
  if (wrong.size) {
    const marked = wrong.size < example.wrong ? `The first ${wrong.size} of ${example.wrong} wrong elements are marked. ` : '';
    parts.push(element('p', {}, `${marked}Press a wrong element to see the thread that wrote it.`));
  }
  return element('div', {}, ...parts);
}

function cases(result) {
  if (!result.cases?.length) return null;
  const failed = result.cases.filter((c) => c.ran && !c.passed).length;
  const all = result.planned_cases;
  const table = element('table', {class: 'cases'}, ...result.cases.map((c) => {
    const state = !c.ran ? 'did not run' : c.passed ? 'right' : c.wrong ? `${c.wrong} wrong` : 'wrong';
    const more = c.faults.map((fault) => typeof fault === 'string' ? fault : fault.message ?? JSON.stringify(fault));
    return element('tr', {}, element('td', {}, c.name),
      element('td', {class: c.passed ? null : 'bad'}, [state, ...more].join('; ')));
  }));
  const right = result.cases.filter((c) => c.passed).length;
  return element('details', {}, element('summary', {}, failed || right < all ? `${right} of ${all} cases are right`
    : `All ${all} cases are right`), table);
}

// on: file, the name of the text in the page; goTo(line); explain() of a race, where it can be.
function finding(f, on) {
  const side = (s) => {
    const text = `${s.access} by thread (${s.thread.join(', ')}) of block (${s.block.join(', ')})`;
    if (!s.line) return element('p', {}, text);
    const place = fileName(s.file) === on.file
      ? element('button', {type: 'button', onclick: () => on.goTo(s.line)}, `line ${s.line}`) : `${fileName(s.file)}:${s.line}`;
    return element('p', {}, `${text}: `, place, element('code', {}, ` ${s.source}`));
  };
  return element('div', {class: f.level === 'error' ? 'finding' : 'finding note'},
    element('strong', {}, f.message), f.why ? element('p', {}, `Why it matters, and what to do: ${f.why}`) : null,
    ...(f.sides ?? []).map(side),
    f.category === 'race' && on.explain ? element('button', {type: 'button', class: 'explain', onclick: on.explain},
      'Show both accesses in time') : null);
}

export function resultCard(result, on) {
  if (!result.kind) return programCard(result, on);
  const name = result.puzzle + (result.variant ? ` --${result.variant}` : '');
  return element('article', {class: 'result'},
    element('h2', {}, `${name}: ${words[result.outcome] ?? result.outcome}`),
    result.reason ? element('p', {}, result.reason) : null,
    ...(result.mistakes ?? []).map((m) => element('p', {}, `Known mistake with the same result: ${m}`)),
    ...(result.complaints ?? []).map((text) => element('p', {}, typeof text === 'string' ? text : text.message ?? JSON.stringify(text))),
    ...(result.findings ?? []).map((f) => finding(f, {...on, explain: () => on.explain(result)})),
    matrix(result, (array, i) => on.trace(result, array, i)), cases(result));
}

export function programCard(report, on) {
  const launches = report.counts?.reduce((sum, kernel) => sum + kernel.launches, 0) ?? 0;
  return element('article', {class: 'result'}, element('h2', {}, `${launches} kernel launch${launches === 1 ? '' : 'es'}`),
    report.findings.length ? null : element('p', {}, 'The check has no findings.'),
    ...report.findings.map((f) => finding(f, {...on, explain: null})));
}

// The lines of the file that compilers and findings speak of.
export function problemsOf(text, results, file) {
  const problems = [];
  const name = file.replaceAll(/[^A-Za-z0-9_]/g, '\\$&');
  const message = new RegExp(`^(?:.*/)?${name}:(\\d+):(?:\\d+:)? (?:fatal )?(error|warning): (.*)$`);
  for (const line of text.split('\n')) {
    const found = message.exec(line);
    if (found) problems.push({line: Number(found[1]), level: found[2], message: found[3]});
  }
  for (const result of results) {
    for (const f of result.findings ?? []) {
      const side = (f.sides ?? []).find((s) => s.line && fileName(s.file) === file);
      if (side && !f.allowed) problems.push({line: side.line, level: f.level, message: f.message, why: f.why});
    }
  }
  const seen = new Set();
  return problems.filter((p) => {
    const key = `${p.line} ${p.message}`;
    return !seen.has(key) && seen.add(key);
  });
}
