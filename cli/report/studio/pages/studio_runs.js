// The last runs of each puzzle or program, as the server's events tell them, and what the page shows
// of them.
import {$} from '/studio_server.js';
import {fileName, problemsOf, resultCard, words} from '/studio_results.js';
import {hideTrace, showMeasured} from '/studio_views.js';

const doing = {run: 'running', check: 'checking', trace: 'tracing', explain: 'explaining the race',
  counts: 'counting', roofline: 'placing it under the roofs', bench: 'measuring'};
const givesVerdict = (task) => task === 'run' || task === 'check';

// The verdict on a program, from its exit code and its report.
function programVerdict(name, known) {
  const [report] = known.results;
  const code = known.ended.exit_code;
  if (!report) return code === 3 ? [`${name}: does not compile`, 'failed'] : [`${name}: ended with exit code ${code}, without a report`, 'failed'];
  const count = report.findings.filter((f) => !f.allowed).length;
  if (count) return [`${name}: ${count} finding${count === 1 ? '' : 's'}`, 'failed'];
  return code === 0 ? [`${name}: no findings`, 'passed'] : [`${name}: no findings, but exit code ${code}`, 'failed'];
}

function puzzleVerdict(puzzle, known) {
  const worst = known.results.find((result) => result.outcome !== 'passed') ?? known.results.at(-1);
  if (!worst) return [`${puzzle}: no result; the text below says why`, 'failed'];
  const name = puzzle + (worst.outcome !== 'passed' && worst.variant ? ` --${worst.variant}` : '');
  if (worst.outcome === 'passed') return [`${name}: passed`, 'passed'];
  return [`${name}: ${words[worst.outcome] ?? worst.outcome}${worst.reason ? `: ${worst.reason}` : ''}`, 'failed'];
}

export class Runs {
  constructor(on) {
    this.on = on;
    this.all = new Map();  // by puzzle: {verdict, before, others by task, newest}
    setInterval(() => this.showClock(), 1000);
  }

  of(run) {
    for (const [puzzle, entry] of this.all)
      for (const known of [entry.verdict, ...entry.others.values()])
        if (known?.run === run) return [puzzle, known];
    return [null, null];
  }

  // It waits for another run. The page says so only if that takes a while.
  queued(event) {
    this.start(event);
    const [puzzle, known] = this.of(event.run);
    setTimeout(() => {
      known.waits = !known.started && !known.ended;
      this.show(puzzle);
    }, 300);
  }

  start({run, puzzle, variant, task}) {
    const [, queued] = this.of(run);
    if (queued) {
      Object.assign(queued, {began: Date.now(), started: true, waits: false});
      return this.show(puzzle);
    }
    if (!this.all.has(puzzle)) this.all.set(puzzle, {verdict: null, before: null, others: new Map(), newest: null});
    const entry = this.all.get(puzzle);
    const now = {run, task, variant, text: '', results: [], began: Date.now(), ended: null};
    if (givesVerdict(task)) {
      // The last result stays until the next one arrives.
      if (entry.verdict?.results.length) entry.before = entry.verdict;
      entry.verdict = now;
      if (puzzle === this.on.current()?.puzzle) hideTrace();
    } else {
      now.before = entry.others.get(task)?.results ?? [];
      if (!now.before.length) now.before = entry.others.get(task)?.before ?? [];
      entry.others.set(task, now);
    }
    now.verdict_run = entry.verdict?.run;  // the result that it belongs to
    entry.newest = now;
    this.show(puzzle);
  }

  text({run, text}) {
    const [puzzle, known] = this.of(run);
    if (!known) return;
    known.text += text;
    this.show(puzzle);
  }

  result({run, result}) {
    const [puzzle, known] = this.of(run);
    if (!known || result.kind === 'summary') return;
    known.results.push(result);
    this.show(puzzle);
  }

  end(event) {
    const [puzzle, known] = this.of(event.run);
    if (!known) return;
    known.ended = event;
    if (event.page) this.on.page(puzzle, known);
    this.show(puzzle);
  }

  // The server is gone, and its runs with it; another one counts from 1 again.
  lose() {
    for (const entry of this.all.values()) {
      for (const known of [entry.verdict, ...entry.others.values()]) {
        if (!known) continue;
        known.run = null;
        known.ended ??= {cancelled: true, seconds: 0, page: false};
      }
    }
    this.show(this.on.current()?.puzzle);
  }

  running(puzzle) {
    const newest = this.all.get(puzzle)?.newest;
    return newest && !newest.ended ? newest : null;
  }

  // Whether a measurement is missing or older than the last verdict.
  needs(task) {
    const entry = this.all.get(this.on.current()?.puzzle);
    const known = entry?.others.get(task);
    return !known || (known.ended && known.verdict_run !== entry.verdict?.run);
  }

  show(puzzle) {
    if (!puzzle || puzzle !== this.on.current()?.puzzle) return;
    const entry = this.all.get(puzzle);
    const runs = Boolean(this.running(puzzle));
    if (!runs && document.activeElement === $('stop')) $('run').focus();  // a disabled button loses the focus
    $('stop').disabled = !runs;
    const file = fileName(this.on.current().file);
    const on = {...this.on, file};
    const known = entry?.verdict;
    const waits = known && !known.ended && !known.results.length && entry.before;
    const shown = waits ? entry.before : known;
    $('variants').className = waits ? 'old' : '';
    $('variants').replaceChildren(...(shown?.results ?? []).map((result) => resultCard(result, on)));
    this.showVerdict(puzzle, entry);
    const text = entry?.newest?.text || shown?.text || '';
    $('output').hidden = !text;
    if ($('output-text').textContent !== text) $('output-text').textContent = text;
    const compiles = !known?.results.some((result) => result.outcome === 'could-not-load')
      && !(known?.ended?.exit_code === 3);
    if (known?.ended && !compiles) $('output').open = true;
    if (!known) this.on.problems([]);
    else if (known.ended) this.on.problems(problemsOf(known.text, known.results, file));
    showMeasured(entry, on);
    this.showClock();
  }

  showVerdict(puzzle, entry) {
    const say = ([text, kind]) => {
      if ($('verdict').textContent !== text) $('verdict').textContent = text;
      $('verdict').className = kind;
    };
    const newest = entry?.newest;
    if (!newest) return say(['Save the text to run it: Ctrl+S.', '']);
    if (!newest.ended) return say([`${puzzle}: ${newest.waits ? 'waits for another run' : doing[newest.task]} …`, '']);
    if (newest.ended.cancelled) return say([`${puzzle}: stopped`, 'failed']);
    if (newest.task === 'trace' || newest.task === 'explain') {
      return say(newest.ended.page ? [`${puzzle}: the trace is below`, '']
        : [`${puzzle}: there is no trace; the text below says why`, 'failed']);
    }
    if (!givesVerdict(newest.task) && !newest.results.length) {
      return say([`${puzzle}: nothing was measured; the text of the run says why`, 'failed']);
    }
    const known = entry.verdict;
    if (!known?.ended || known.ended.cancelled) return say([`${puzzle}: ready`, '']);
    say(known.results.some((result) => result.kind) || this.on.current().variants.length
      ? puzzleVerdict(puzzle, known) : programVerdict(puzzle, known));
  }

  showClock() {
    const known = this.all.get(this.on.current()?.puzzle)?.newest;
    $('clock').textContent = !known ? '' : known.ended ? `${known.ended.seconds.toFixed(1)} s`
      : `${Math.floor((Date.now() - known.began) / 1000)} s`;
  }
}
