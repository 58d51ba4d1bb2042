// The lesson as the book has it, the hints, and the list of puzzles.
import {$, api, element} from '/studio_server.js';

// Blocks that scroll change with the width of the pane.
new ResizeObserver(() => window.markScrolling($('lesson-text'))).observe($('lesson'));

const marks = {
  'passed clean': ['✓', 'passed clean'], passed: ['✓', 'passed'], failing: ['✗', 'failing'],
  started: ['…', 'started'], 'not started': ['○', 'not started'],
};

// on: open(id) leads to a puzzle, puzzles() are their ids, page() is the first page of the lesson,
// hasKernel(name) and editKernel(name) are of the text in the editor. The book's HTML comes from this server's own files, and the page's policy
// runs no script in it.
export async function showLesson(page, on) {
  const [name, anchor] = page.split('#');
  const lesson = await api('GET', 'lesson', {page: name});
  $('lesson-text').innerHTML = lesson.html;
  if (name !== on.page()) {
    const back = () => showLesson(on.page(), on).then(() => $('lesson').focus());
    $('lesson-text').prepend(element('p', {class: 'kernels'}, element('button', {type: 'button', onclick: back}, 'Back to the lesson')));
  }
  // A heading may have the name of a part of the studio.
  for (const node of $('lesson-text').querySelectorAll('[id]')) node.id = `lesson-${node.id}`;
  for (const anchor of $('lesson-text').querySelectorAll('a.anchor')) anchor.removeAttribute('href');
  for (const link of $('lesson-text').querySelectorAll('a[href]')) {
    const target = link.getAttribute('href');
    if (/^https?:/.test(target)) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    } else if (!target.startsWith('#')) {
      link.addEventListener('click', (event) => {
        event.preventDefault();
        const id = target.split('#')[0].replace(/\.html$/, '');
        if (on.puzzles().includes(id)) on.open(id);
        else showLesson(target, on).catch((error) => $('lesson-text').prepend(String(error.message)));
      });
    }
  }
  for (const link of $('lesson-text').querySelectorAll('a[href^="#"]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      scrollTo(link.getAttribute('href').slice(1));
    });
  }
  linkKernels(on);
  window.decorateCode($('lesson-text'));
  window.markScrolling($('lesson-text'));
  $('lesson').scrollTop = 0;
  if (anchor) scrollTo(anchor);
}

// A button before each stub of the lesson leads to its kernel in the editor.
function linkKernels({hasKernel, editKernel}) {
  for (const code of $('lesson-text').querySelectorAll('pre > code')) {
    const names = [...code.textContent.matchAll(/__global__ void (\w+)\(/g)].map((found) => found[1]).filter(hasKernel);
    if (!names.length || code.closest('details')) continue;
    code.parentElement.before(element('p', {class: 'kernels'}, 'Edit ',
      ...names.map((name) => element('button', {type: 'button', 'data-kernel': name, onclick: () => editKernel(name)}, name))));
  }
}

function scrollTo(anchor) {
  $(`lesson-${anchor}`)?.scrollIntoView();
}

// which: 'next', which counts as `hippuzzle hint` does, or 'shown'.
export async function showHints(puzzle, variant, which) {
  const {hints, count} = await api('POST', 'hint', {puzzle, variant, which});
  $('hints').hidden = !hints.length;
  $('hints-list').replaceChildren(...hints.map((html, i) => {
    const hint = element('details', {open: ''}, element('summary', {}, `Hint ${i + 1} of ${count}`));
    const text = element('div');
    text.innerHTML = html;
    hint.append(text);
    return hint;
  }));
  return {shown: hints.length, count};
}

export const showNewestHint = () => $('hints-list').lastElementChild?.scrollIntoView({block: 'nearest'});

export function showCourse(course, current, open) {
  const standings = new Map(course.progress.puzzles.map((puzzle) => [puzzle.id, puzzle]));
  const listed = new Set(course.units.flatMap((unit) => unit.puzzles.map((row) => row.id)));
  const others = course.progress.puzzles.filter((puzzle) => !listed.has(puzzle.id));
  const units = [...course.units];
  if (others.length) units.push({title: 'More puzzles', puzzles: others});
  const row = (puzzle) => {
    const [sign, word] = marks[standings.get(puzzle.id)?.standing] ?? ['·', 'to read'];
    const facts = [puzzle.minutes ? `${puzzle.minutes} min` : '', puzzle.requires?.length ? `after ${puzzle.requires.join(', ')}` : ''];
    return element('li', {}, element('button', {type: 'button', 'data-puzzle': puzzle.id,
      'aria-current': puzzle.id === current ? 'page' : null, onclick: () => open(puzzle.id)},
      element('span', {class: `mark ${word.split(' ')[0]}`, role: 'img', 'aria-label': word, title: word}, sign),
      `${puzzle.id} ${puzzle.title}`, element('small', {}, facts.filter(Boolean).join(' · '))));
  };
  const passed = course.progress.passed, all = course.progress.puzzles.length;
  $('course').replaceChildren(element('p', {}, `${passed} of ${all} puzzles passed`),
    ...units.map((unit) => element('section', {}, element('h2', {}, unit.title),
      element('ul', {}, ...unit.puzzles.map(row)))));
}
