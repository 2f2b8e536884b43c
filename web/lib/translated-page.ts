// Lets the page go on after the browser has translated it. Chrome's translator replaces each text node by a <font> element,
// while React goes on holding the text node: it would fail on the next text that comes or goes, and change others unseen
// (facebook/react#11538). So a replaced text comes back when React needs it, for the translator to translate again.

/** What the translator has put in the place of a text, and the texts that an element replaces. */
const fonts = new WeakMap<Node, Element>();
const replaced = new WeakMap<Element, ChildNode[]>();

/** Call it before React renders. */
export function surviveTranslators(): void {
  const observer = new MutationObserver(note);
  observer.observe(document, { subtree: true, childList: true });

  function note(changes: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      if (type === 'characterData') bringBack(target);
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue;
        const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (!font) continue;
        fonts.set(text, font);
        replaced.set(font, [...(replaced.get(font) ?? []), text]);
        observer.observe(text, { characterData: true });
      }
    }
  }

  /** The child of `parent` that is a node or, after the translator moved it, holds it. Undefined if it is gone. */
  function childOf(parent: Node, node: Node): Node | undefined {
    note(observer.takeRecords());
    bringBack(node);
    let at: Node | null = node;
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at ?? undefined;
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    const there = childOf(this, child);
    // The translator's own loss is not an error; everything else is.
    if (!there && fonts.has(child)) return child;
    return removeChild.call(there ? (child.parentNode ?? this) : this, child) as Child;
  };
  Node.prototype.insertBefore = function insert<Child extends Node>(this: Node, added: Child, before: Node | null) {
    if (!before || before.parentNode === this) return insertBefore.call(this, added, before) as Child;
    const there = childOf(this, before) ?? (fonts.has(before) ? null : before);
    return insertBefore.call(this, added, there) as Child;
  };
}

function isFont(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.localName === 'font';
}

function bringBack(text: Node): void {
  const font = fonts.get(text);
  if (font?.isConnected && !text.isConnected) font.replaceWith(...(replaced.get(font) ?? []));
}
