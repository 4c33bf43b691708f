// Finds HTML that can run scripts, load resources, submit data or hide content.

/**
 * Returns a description of each harmful element or attribute below `root`, in jsdom or in a browser. The function
 * refers to nothing outside of its body, because tests evaluate its source in a browser. Links with `http:`, `https:`
 * or `mailto:` URLs and images with `data:` or `blob:` URLs are allowed.
 */
export function findHarmfulMarkup(root: ParentNode): string[] {
  const forbiddenElements =
    'script style link meta base iframe frame frameset fencedframe portal object embed applet form template noscript noembed noframes audio ' +
    'video source track math svg marquee dialog textarea-x image isindex keygen plaintext xmp title xml slot';
  const urlAttributes =
    'src srcset href xlink:href action formaction data poster background ping srcdoc lowsrc dynsrc longdesc cite codebase archive manifest ' +
    'profile usemap classid attributionsrc imagesrcset popovertarget command commandfor is form target';
  const isAllowed = (element: Element, name: string, value: string): boolean => {
    if (name === 'href' && element.localName === 'a') return /^\s*(https?:\/\/|mailto:)/i.test(value);
    return (
      name === 'src' &&
      element.localName === 'img' &&
      /^(data:image\/(png|jpeg|gif|webp|avif);base64,|blob:)/i.test(value)
    );
  };
  const harmfulMarkup: string[] = [];
  // Visits the elements without selectors, which are slow in jsdom.
  const remaining = [...root.children];
  for (let element = remaining.pop(); element !== undefined; element = remaining.pop()) {
    remaining.push(...element.children);
    if (
      forbiddenElements.split(' ').includes(element.localName) ||
      element.namespaceURI !== 'http://www.w3.org/1999/xhtml'
    ) {
      harmfulMarkup.push(`<${element.localName}>`);
    }
    for (const { name, value } of element.attributes) {
      const isForbiddenUrl = urlAttributes.split(' ').includes(name) && !isAllowed(element, name, value);
      const hasDangerousStyle =
        name === 'style' && /url|image-set|expression|binding|behavior|import|position|\\/i.test(value);
      if (isForbiddenUrl || hasDangerousStyle || /^on/i.test(name))
        harmfulMarkup.push(`<${element.localName} ${name}="${value}">`);
    }
  }
  return harmfulMarkup;
}
