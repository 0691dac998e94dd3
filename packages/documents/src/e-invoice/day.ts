import { parentElement, textElement, type Xml } from './xml.ts'

/** A calendar day in format 102, `20261031`; nothing for null. */
export const dayElement = (name: string, day: string | null, type: 'udt' | 'qdt' = 'udt'): Xml =>
  day === null ? '' : parentElement(name, [textElement(`${type}:DateTimeString`, day.replaceAll('-', ''), { format: '102' })])
