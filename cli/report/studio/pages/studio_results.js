// The result of the last run: verdict, the example's matrix, the cases, findings, the text, and the
// page of a trace. Results are the objects of docs/results.schema.json.
import {$, element} from '/studio_server.js';

const words = {
  passed: 'passed', 'wrong-answer': 'wrong answer', usage: 'not run', 'could-not-load': 'does not compile',
  findings: 'right answer, but the check has findings', 'timed-out': 'timed out', crashed: 'crashed',
  'not-checked': 'right answer, not checked', 'not-started': 'not started', 'unsupported-here': 'cannot run here',
};
const doing = {run: 'running', check: 'checking', trace: 'tracing', explain: 'explaining the race'};

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
        'aria-label': `Element ${i}: ${got}, expected ${number(mismatch.expected)}. Show the trace of its thread`},
        got, element('small', {}, `expected ${number(mismatch.expected)}`))));
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

// on: goTo(line), explain() of a race, isOwnFile(path).
function finding(f, on) {
  const side = (s) => {
    const text = `${s.access} by thread (${s.thread.join(', ')}) of block (${s.block.join(', ')})`;
    if (!s.line) return element('p', {}, text);
    return element('p', {}, `${text}: `, element('button', {type: 'button', onclick: () => on.goTo(s.line)}, `line ${s.line}`),
      element('code', {}, ` ${s.source}`));
  };
  return element('div', {class: f.level === 'error' ? 'finding' : 'finding note'},
    element('strong', {}, f.message), f.why ? element('p', {}, `Why it matters, and what to do: ${f.why}`) : null,
    ...(f.sides ?? []).map(side),
    f.category === 'race' ? element('button', {type: 'button', class: 'explain', onclick: on.explain},
      'Show both accesses in time') : null);
}

function resultCard(result, on) {
  const name = result.puzzle + (result.variant ? ` --${result.variant}` : '');
  return element('article', {class: 'result'},
    element('h2', {}, `${name}: ${words[result.outcome] ?? result.outcome}`),
    result.reason ? element('p', {}, result.reason) : null,
    ...(result.mistakes ?? []).map((m) => element('p', {}, `Known mistake with the same result: ${m}`)),
    ...(result.complaints ?? []).map((text) => element('p', {}, typeof text === 'string' ? text : text.message ?? JSON.stringify(text))),
    ...(result.findings ?? []).map((f) => finding(f, {...on, explain: () => on.explain(result)})),
    matrix(result, (array, i) => on.trace(result, array, i)), cases(result));
}

// The lines of the learner's file that compilers and findings speak of.
export function problemsOf(text, results) {
  const problems = [];
  for (const line of text.split('\n')) {
    const found = /^(?:.*\/)?kernel\.hip:(\d+):(?:\d+:)? (?:fatal )?(error|warning): (.*)$/.exec(line);
    if (found) problems.push({line: Number(found[1]), level: found[2], message: found[3]});
  }
  for (const result of results) {
    for (const f of result.findings ?? []) {
      const side = (f.sides ?? []).find((s) => s.line && s.file.endsWith('kernel.hip'));
      if (side && !f.allowed) problems.push({line: side.line, level: f.level, message: f.message, why: f.why});
    }
  }
  const seen = new Set();
  return problems.filter((p) => {
    const key = `${p.line} ${p.message}`;
    return !seen.has(key) && seen.add(key);
  });
}

// Keeps the last run of each puzzle. The page shows the run of one puzzle.
export class Runs {
  constructor(on) {
    this.on = on;
    this.all = new Map();  // by puzzle: {run, task, variant, text, results, ended}
    this.tick = setInterval(() => this.showClock(), 1000);
  }

  start({run, puzzle, variant, task}) {
    const before = this.all.get(puzzle);
    const is_page = task === 'trace' || task === 'explain';
    const now = {run, task, variant, text: '', results: [], began: Date.now(), ended: null, last: before};
    // A trace is shown below the results of the last run.
    if (is_page && before) now.kept = before.kept ?? before;
    if (before) before.last = undefined;
    if (!is_page && puzzle === this.on.puzzle()) this.on.fresh();
    this.all.set(puzzle, now);
    this.show(puzzle);
  }

  of(run) {
    return [...this.all].find(([, known]) => known.run === run) ?? [null, null];
  }

  text({run, text}) {
    const [puzzle, known] = this.of(run);
    if (!known) return;
    known.text += text;
    this.show(puzzle);
  }

  result({run, result}) {
    const [puzzle, known] = this.of(run);
    if (!known || result.kind !== 'variant') return;
    known.results.push(result);
    this.show(puzzle);
  }

  end(event) {
    const [puzzle, known] = this.of(event.run);
    if (!known) return;
    known.ended = event;
    known.last = undefined;
    if (event.page) this.on.page(puzzle, known);
    this.show(puzzle);
  }

  // The server is gone, and its runs with it; another one counts from 1 again.
  lose() {
    for (const known of this.all.values()) {
      known.run = null;
      known.ended ??= {cancelled: true, seconds: 0, page: false};
    }
    this.show(this.on.puzzle());
  }

  running(puzzle) {
    const known = this.all.get(puzzle);
    return known && !known.ended ? known : null;
  }

  // The run whose results are shown: a new run's, as soon as it has some.
  shown(known) {
    if (known.kept) return known.kept;
    return !known.ended && !known.results.length && known.last?.results.length ? known.last : known;
  }

  show(puzzle) {
    if (puzzle !== this.on.puzzle()) return;
    const known = this.all.get(puzzle);
    $('stop').disabled = !known || Boolean(known.ended);
    if (!known) {
      $('verdict').textContent = 'Save the kernel to run it: Ctrl+S.';
      $('verdict').className = '';
      $('variants').replaceChildren();
      $('output').hidden = true;
      this.on.problems([]);
      return;
    }
    const shown = this.shown(known);
    $('variants').className = shown === known || known.kept ? '' : 'old';
    $('variants').replaceChildren(...shown.results.map((result) => resultCard(result, this.on)));
    this.showVerdict(puzzle, known);
    const text = known.text || shown.text;
    $('output').hidden = !text;
    if ($('output-text').textContent !== text) $('output-text').textContent = text;
    const compiles = !known.results.some((result) => result.outcome === 'could-not-load');
    if (known.ended && !compiles) $('output').open = true;
    if (known.ended) this.on.problems(problemsOf(known.kept ? shown.text : known.text, shown.results));
    this.showClock();
  }

  showVerdict(puzzle, known) {
    const say = (text, kind) => {
      if ($('verdict').textContent !== text) $('verdict').textContent = text;
      $('verdict').className = kind;
    };
    if (!known.ended) return say(`${puzzle}: ${doing[known.task]} …`, '');
    if (known.ended.cancelled) return say(`${puzzle}: stopped`, 'failed');
    if (known.kept) {
      return say(known.ended.page ? `${puzzle}: the trace is below` : `${puzzle}: there is no trace; the text below says why`,
        known.ended.page ? '' : 'failed');
    }
    const worst = known.results.find((result) => result.outcome !== 'passed') ?? known.results.at(-1);
    if (!worst) return say(`${puzzle}: no result; the text below says why`, 'failed');
    const word = words[worst.outcome] ?? worst.outcome;
    const name = puzzle + (worst.outcome !== 'passed' && worst.variant ? ` --${worst.variant}` : '');
    say(`${name}: ${word}${worst.outcome === 'passed' || !worst.reason ? '' : `: ${worst.reason}`}`,
      worst.outcome === 'passed' ? 'passed' : 'failed');
  }

  showClock() {
    const known = this.all.get(this.on.puzzle());
    if (!known) return $('clock').textContent = '';
    $('clock').textContent = known.ended ? `${known.ended.seconds.toFixed(1)} s`
      : `${Math.floor((Date.now() - known.began) / 1000)} s`;
  }
}

// The page of a trace, in a frame whose scripts reach nothing outside it.
export function showTrace(run, hash) {
  const frame = element('iframe', {src: `/api/trace?run=${run}${hash}`, sandbox: 'allow-scripts', title: 'Trace of the kernel'});
  $('trace').hidden = false;
  $('trace').replaceChildren(element('h2', {}, 'Trace'), frame);
  const measure = (event) => {
    if (event.source === frame.contentWindow && Number.isFinite(event.data?.height))
      frame.style.height = `${Math.min(event.data.height + 4, 1600)}px`;
    if (!frame.isConnected) removeEventListener('message', measure);
  };
  addEventListener('message', measure);
  frame.scrollIntoView({block: 'nearest'});
}

export const hideTrace = () => {
  $('results').scrollTop = 0;
  $('trace').hidden = true;
  $('trace').replaceChildren();
};
