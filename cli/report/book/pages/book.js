// Every page of the book: search, the contents on a phone, light and dark, and the keyboard. A page without this
// script can be read.
'use strict';
const find = document.getElementById('find');
const found = document.getElementById('found');
const menu = document.getElementById('menu');
const contents = document.getElementById('contents');

// The index is large and most pages are not searched from: it is loaded with the first word.
let indexLoaded = null;
function index() {
  indexLoaded ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = 'search-index.js';
    script.onload = () => resolve(searchIndex.map(([href, title, heading, text]) =>
      ({href, title, heading, text, lower: text.toLowerCase(),
        names: `${title} ${heading}`.toLowerCase()})));
    document.head.append(script);
  });
  return indexLoaded;
}

// The word without the ending that its other forms change: "coalescing" finds "coalesced".
const stem = (word) => word.length < 6 ? word : word.replace(/(ations?|ings?|edly|ed|es|ers?|s|e)$/, '');

// Every word must be there. A word in a name says more than in the text, a whole word more than a part.
function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const inNames = section.names.indexOf(word);
    const inText = section.lower.indexOf(word);
    if (inNames < 0 && inText < 0) return 0;
    const isWhole = (text, at) => !/[a-z0-9_]/.test(text[at - 1] ?? ' ') &&
                                  !/[a-z0-9_]/.test(text[at + word.length] ?? ' ');
    if (inNames >= 0) sum += isWhole(section.names, inNames) ? 40 : 20;
    if (inText >= 0) sum += (isWhole(section.lower, inText) ? 4 : 2) +
                            Math.min(section.lower.split(word).length - 1, 5);
  }
  return sum;
}

// A part of the text around the first word, with all words marked.
function excerpt(section, words) {
  const span = document.createElement('span');
  const first = Math.min(...words.map((w) => section.lower.indexOf(w)).filter((at) => at >= 0));
  const start = Math.max(0, (isFinite(first) ? first : 0) - 50);
  let rest = (start > 0 ? '…' : '') + section.text.slice(start, start + 160) + '…';
  while (rest) {
    const lower = rest.toLowerCase();
    const [at, word] = words.map((w) => [lower.indexOf(w), w]).filter(([i]) => i >= 0)
      .sort((a, b) => a[0] - b[0])[0] ?? [rest.length, ''];
    span.append(rest.slice(0, at));
    if (word) {
      const mark = document.createElement('mark');
      mark.textContent = rest.slice(at, at + word.length);
      span.append(mark);
    }
    rest = rest.slice(at + word.length);
  }
  return span;
}

function close() {
  found.hidden = true;
  find.setAttribute('aria-expanded', 'false');
  find.removeAttribute('aria-activedescendant');
}

function choose(item) {
  for (const a of found.querySelectorAll('a')) a.setAttribute('aria-selected', String(a === item));
  if (!item) return;
  find.setAttribute('aria-activedescendant', item.id);
  item.scrollIntoView({block: 'nearest'});
}

async function search() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return close();
  const stems = words.map(stem);
  const ranked = (await index()).map((section) => [score(section, words) * 10 + score(section, stems), section]);
  const best = ranked.filter(([points]) => points > 0).sort((a, b) => b[0] - a[0]).slice(0, 20);
  found.replaceChildren(...best.map(([, section], i) => {
    const a = document.createElement('a');
    Object.assign(a, {href: section.href, id: `found-${i}`});
    a.setAttribute('role', 'option');
    const name = document.createElement('b');
    name.textContent = section.heading ? `${section.title} › ${section.heading}` : section.title;
    a.append(name, excerpt(section, stems));
    return a;
  }));
  if (!best.length) {
    const none = document.createElement('p');
    none.textContent = `Nothing in the book has “${find.value}”.`;
    found.append(none);
  }
  found.hidden = false;
  find.setAttribute('aria-expanded', 'true');
  choose(found.querySelector('a'));
}

find.addEventListener('focus', index);
find.addEventListener('input', search);
find.addEventListener('keydown', (event) => {
  const all = [...found.querySelectorAll('a')];
  const at = all.findIndex((a) => a.getAttribute('aria-selected') === 'true');
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    choose(all[(at + (event.key === 'ArrowDown' ? 1 : all.length - 1)) % all.length]);
  } else if (event.key === 'Enter' && all[at]) {
    all[at].click();
    close();
  } else if (event.key === 'Escape') {
    close();
    find.blur();
  } else {
    return;
  }
  event.preventDefault();
});
found.addEventListener('click', (event) => { if (event.target.closest('a')) close(); });
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) close();
});

function showContents(open) {
  contents.classList.toggle('open', open);
  menu.setAttribute('aria-expanded', String(open));
}
menu.addEventListener('click', () => showContents(!contents.classList.contains('open')));
contents.addEventListener('click', (event) => { if (event.target.closest('a')) showContents(false); });

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest('input, select, textarea')) return;
  if (event.key === '/') {
    find.focus();
    find.select();
  } else if (event.key === 'd') {
    nextShade();
  } else if (event.key === 'Escape') {
    showContents(false);
  } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    document.querySelector(`.ways a[rel=${event.key === 'ArrowLeft' ? 'prev' : 'next'}]`)?.click();
  } else {
    return;
  }
  event.preventDefault();
});

// Light or dark: as the system has it until the reader chooses. A browser that refuses to keep the
// choice forgets it with the page.
const shade = document.getElementById('shade');
const shades = {'': 'auto', light: 'light', dark: 'dark'};
const tellShade = (frame) =>
  frame.contentWindow?.postMessage({shade: document.documentElement.dataset.shade ?? ''}, '*');

function showShade(chosen) {
  const known = chosen in shades ? chosen : '';
  document.documentElement.dataset.shade = known;
  shade.textContent = `Theme: ${shades[known]}`;
  document.querySelectorAll('iframe').forEach(tellShade);
}

function nextShade() {
  const names = Object.keys(shades);
  showShade(names[(names.indexOf(document.documentElement.dataset.shade) + 1) % names.length]);
  try {
    localStorage.setItem('hippuzzle-shade', document.documentElement.dataset.shade);
  } catch {}
}
shade.addEventListener('click', nextShade);
shade.hidden = false;
showShade(document.documentElement.dataset.shade);

// A frame is as high as its trace, and no higher than the window.
window.addEventListener('message', (event) => {
  const frame = [...document.querySelectorAll('iframe')].find((f) => f.contentWindow === event.source);
  if (!frame || !(event.data.height > 0)) return;
  frame.style.height = `${Math.min(event.data.height + 2, innerHeight * .85)}px`;
  tellShade(frame);
});

// The page's own place in the contents is seen.
const here = contents.querySelector('[aria-current]');
if (here) contents.scrollTop = here.offsetTop - contents.offsetTop - contents.clientHeight / 3;

// Paper has no folds: everything is printed, and folded again afterwards.
let opened = [];
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('main details:not([open])')];
  for (const fold of opened) fold.open = true;
});
addEventListener('afterprint', () => { for (const fold of opened) fold.open = false; });
