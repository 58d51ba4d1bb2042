// C++ in colours, and a button that copies a block of code. The book and
// the studio use it.
'use strict';
const codeWords = 'alignas auto bool break case char class const constexpr continue decltype default do double else enum extern false float for if inline int long namespace nullptr private public return short signed size_t sizeof static static_cast struct switch template this true typedef typename unsigned using void volatile while uint32_t int32_t uint64_t int64_t';
const deviceWords = '__global__ __device__ __host__ __shared__ __launch_bounds__ __restrict__ __syncthreads __syncwarp threadIdx blockIdx blockDim gridDim warpSize';
const words = (list) => list.split(' ').join('|');
const codeTokens = new RegExp([
  String.raw`(?<comment>//[^\n]*|/\*[\s\S]*?\*/)`,
  String.raw`(?<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|(?<=#include )<[^>\n]*>)`,
  String.raw`(?<meta>^[ \t]*#[ \t]*\w+)`,
  String.raw`(?<device>\b(?:${words(deviceWords)})\b)`,
  String.raw`(?<key>\b(?:${words(codeWords)})\b)`,
  String.raw`(?<number>\b\d(?:[\w.]|(?<=[eE])[+-])*)`].join('|'), 'gm');

function highlight(code) {
  const source = code.textContent;
  const parts = [];
  let end = 0;
  for (const found of source.matchAll(codeTokens)) {
    const [kind] = Object.entries(found.groups).find(([, value]) => value !== undefined);
    const span = document.createElement('span');
    span.className = `code-${kind}`;
    span.textContent = found[0];
    parts.push(source.slice(end, found.index), span);
    end = found.index + found[0].length;
  }
  code.replaceChildren(...parts, source.slice(end));
}

// A console's commands without their output; other code whole.
function textToCopy(code) {
  const source = code.textContent;
  if (!code.classList.contains('language-console')) return source;
  return source.split('\n').filter((line) => line.startsWith('$ ')).map((line) => `${line.slice(2)}\n`).join('') || source;
}

function addCopy(pre, code) {
  const box = document.createElement('div');
  box.className = 'code';
  const button = document.createElement('button');
  Object.assign(button, {type: 'button', className: 'copy', textContent: 'Copy'});
  button.addEventListener('click', async () => {
    let words = 'Copied';
    try {
      await navigator.clipboard.writeText(textToCopy(code));
    } catch {  // a page that was opened from a file may not write there: the reader copies it
      getSelection().selectAllChildren(code);
      words = 'Selected';
    }
    button.textContent = words;
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  pre.replaceWith(box);
  box.append(pre, button);
}

// All blocks of code below a node, once.
function decorateCode(root) {
  for (const code of root.querySelectorAll('pre > code')) {
    if (code.closest('.code')) continue;
    if (/\blanguage-(c\+\+|cpp)/.test(code.className) && !code.children.length) highlight(code);
    const pre = code.parentElement;
    if (/\blanguage-/.test(code.className)) addCopy(pre, code);
  }
}

// A block that scrolls by itself is reached by the keyboard.
function markScrolling(root) {
  for (const box of root.querySelectorAll('pre, table, p:has(> img)')) {
    if (box.scrollWidth > box.clientWidth) Object.assign(box, {tabIndex: 0}).dataset.scrolls = '';
    else if ('scrolls' in box.dataset) box.removeAttribute('tabindex');
  }
}

decorateCode(document);
markScrolling(document);
addEventListener('resize', () => markScrolling(document));
addEventListener('toggle', () => markScrolling(document), true);
