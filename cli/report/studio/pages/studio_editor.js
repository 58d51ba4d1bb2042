// The text of the kernel: CodeMirror where the system has it, else a plain field for text.
import {$, element} from '/studio_server.js';

function script(path) {
  return new Promise((resolve, reject) => {
    document.head.append(element('script', {src: path, onload: resolve, onerror: reject}));
  });
}

// The words that fit where the cursor is, chosen from a list.
function completeBy(complete) {
  const hint = async (editor) => {
    const at = editor.getCursor();
    const {from, items} = await complete(editor.getValue(), at.line + 1, at.ch + 1);
    return {
      from: {line: at.line, ch: items.length ? from : at.ch}, to: at,
      list: items.map(({text, label, detail}) => ({text, displayText: detail ? `${label}  ${detail}` : label})),
    };
  };
  return (editor) => editor.showHint({hint, completeSingle: false});
}

// CodeMirror takes keys at once, but the words of an input method (Japanese, emoji, dictation) from its
// shown lines, up to 80 ms later: a key that comes sooner disturbs them, and they are lost if the
// selection reaches beyond these lines. Returns a function that reads them now, for a save.
function takeInputMethods(editor) {
  const readTyped = () => {
    const {input} = editor.display;
    if (!input.updateFromDOM || !(input.readDOMTimeout || input.composing?.done)) return;
    clearTimeout(input.readDOMTimeout);
    input.readDOMTimeout = null;
    input.composing = null;
    input.updateFromDOM();
  };
  const replace = (text) => editor.isReadOnly() || editor.replaceSelection(text, 'end', '+input');
  const field = editor.getInputField();
  field.addEventListener('beforeinput', (event) => {
    if (event.inputType !== 'insertText' || event.isComposing || !event.cancelable) return;
    event.preventDefault();
    readTyped();
    replace(event.data ?? '');
  });
  field.addEventListener('compositionstart', () => {
    readTyped();
    if (editor.somethingSelected()) replace('');
  }, true);
  editor.on('keydown', (_, event) => event.isComposing || readTyped());
  return readTyped;
}

async function codeMirror(changed, complete) {
  for (const name of ['show-hint', 'codemirror']) {
    document.head.prepend(element('link', {rel: 'stylesheet', href: `/editor/${name}.css`}));
  }
  await script('/editor/codemirror.js');
  await script('/editor/clike.js');
  await script('/editor/matchbrackets.js');
  await script('/editor/show-hint.js');
  const editor = window.CodeMirror($('text'), {
    mode: 'text/x-c++src', lineNumbers: true, indentUnit: 2, tabSize: 2, matchBrackets: true,
    gutters: ['mark-gutter', 'CodeMirror-linenumbers'], lineWrapping: false, inputStyle: 'contenteditable',
    extraKeys: {'Ctrl-S': false, 'Ctrl-Enter': false, F1: false, F6: false},
  });
  editor.getInputField().setAttribute('aria-label', 'Kernel; F6 leaves the editor');
  editor.on('change', (_, change) => change.origin === 'setValue' || changed());
  if (complete) {
    const show = completeBy(complete);
    editor.addKeyMap({'Ctrl-Space': show});
    editor.on('inputRead', (_, {text, origin}) => {
      const {line, ch} = editor.getCursor();
      if (origin === '+input' && text.length === 1 && /[a-z_)\]]\w*(\.|->|::)$/i.test(editor.getLine(line).slice(0, ch))) show(editor);
    });
  }
  const readTyped = takeInputMethods(editor);
  const lines = [];
  return {
    text() {
      readTyped();
      return editor.getValue();
    },
    setText(text) {
      const cursor = editor.getCursor(), scroll = editor.getScrollInfo();
      editor.setValue(text);
      editor.setCursor(cursor);
      editor.scrollTo(scroll.left, scroll.top);
    },
    clearUndo: () => editor.clearHistory(),
    setReadOnly: (is) => editor.setOption('readOnly', is),
    focus: () => editor.focus(),
    refresh: () => editor.refresh(),
    goTo(line) {
      editor.setCursor({line: line - 1, ch: 0});
      editor.scrollIntoView({line: line - 1, ch: 0}, 80);
      editor.focus();
    },
    mark(problems) {
      editor.clearGutter('mark-gutter');
      for (const line of lines.splice(0)) editor.removeLineClass(line, 'background');
      for (const problem of problems) {
        const handle = editor.getLineHandle(problem.line - 1);
        if (!handle) continue;
        const kind = problem.level === 'error' ? 'line-error' : 'line-warning';
        lines.push(editor.addLineClass(handle, 'background', kind));
        editor.setGutterMarker(handle, 'mark-gutter',
          element('span', {class: 'gutter-mark', title: problem.message}, '●'));
      }
    },
  };
}

function plainField(changed) {
  const field = element('textarea', {spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
    'aria-label': 'Kernel; F6 leaves the editor', oninput: changed});
  $('text').replaceChildren(field);
  return {
    text: () => field.value,
    setText(text) {
      const at = field.selectionStart;
      field.value = text;
      field.setSelectionRange(at, at);
    },
    clearUndo() {},
    setReadOnly: (is) => field.readOnly = is,
    focus: () => field.focus(),
    refresh() {},
    goTo(line) {
      const begin = field.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
      field.focus();
      field.setSelectionRange(begin, begin);
    },
    mark() {},
  };
}

// changed: called when the user has typed. complete(text, line, column): a promise of the words that
// fit there, {from, items}; null where nothing knows them.
export async function makeEditor(has_code_mirror, changed, complete) {
  if (has_code_mirror) {
    try {
      return await codeMirror(changed, complete);
    } catch {
      $('text').replaceChildren();
    }
  }
  return plainField(changed);
}

// The messages below the text, and at its lines. problems: [{line, level, message, why}].
export function showProblems(editor, problems) {
  editor.mark(problems);
  $('problems').replaceChildren(...problems.map((problem) => element('li', {},
    element('button', {type: 'button', class: problem.level === 'error' ? 'error' : 'warning',
      onclick: () => editor.goTo(problem.line)},
      `Line ${problem.line}: ${problem.message}`,
      problem.why ? element('small', {}, problem.why) : null))));
}
