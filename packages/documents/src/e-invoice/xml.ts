/** A part of an XML document: the empty text for nothing. */
export type Xml = string

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it may stand in an element or an attribute. */
const escapeXml = (text: string): Xml => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

/** An element with a text; nothing for null. */
export const textElement = (name: string, text: string | null, attributes: Readonly<Record<string, string>> = {}): Xml =>
  text === null ? '' : `<${name}${writeAttributes(attributes)}>${escapeXml(text)}</${name}>`

/** An element with children; those that are nothing leave no trace. */
export const parentElement = (name: string, children: readonly Xml[]): Xml => `<${name}>${children.filter(Boolean).join('')}</${name}>`

/** The same, or nothing where all children are nothing. */
export const optionalElement = (name: string, children: readonly Xml[]): Xml =>
  children.some(Boolean) ? parentElement(name, children) : ''

const writeAttributes = (attributes: Readonly<Record<string, string>>): Xml =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
