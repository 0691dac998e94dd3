/** How a language writes values. */
interface Notation {
  readonly indent: string
  /** Of a short list or object on one line. */
  readonly space: '' | ' '
  readonly comma: ',' | ''
  readonly name: (name: string) => string
  readonly text: (text: string) => string
  readonly words: Readonly<Record<string, string>>
}

const LONGEST_LINE = 50
const isName = (name: string): boolean => /^[a-zA-Z_]\w*$/.test(name)
const quoted = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** The notations of samples. */
export const notations = {
  json: { indent: '  ', space: ' ', comma: '', name: JSON.stringify, text: JSON.stringify, words: {} },
  js: { indent: '  ', space: ' ', comma: ',', name: (name) => (isName(name) ? name : quoted(name)), text: quoted, words: {} },
  py: {
    indent: '    ',
    space: '',
    comma: ',',
    name: JSON.stringify,
    text: JSON.stringify,
    words: { true: 'True', false: 'False', null: 'None' },
  },
} as const satisfies Readonly<Record<string, Notation>>

/** A JSON value in a notation: a short one stands on one line, a longer one has a line for each member, indented from `level`. */
export function literal(value: unknown, notation: Notation, level = 0): string {
  if (typeof value === 'string') return notation.text(value)
  if (typeof value !== 'object' || value === null) return notation.words[String(value)] ?? String(value)
  const isList = Array.isArray(value)
  const members = isList
    ? value.map((one) => literal(one, notation, level + 1))
    : Object.entries(value).map(([name, member]) => `${notation.name(name)}: ${literal(member, notation, level + 1)}`)
  return enclosed(members, { ends: isList ? ['[', ']'] : ['{', '}'], notation, level, isOuter: level === 0 && !isList })
}

interface Enclosing {
  readonly ends: readonly [string, string]
  readonly notation: Notation
  readonly level: number
  /** The outermost object has a line for each member as soon as it has two. */
  readonly isOuter: boolean
}

function enclosed(members: readonly string[], { ends: [open, close], notation, level, isOuter }: Enclosing): string {
  if (members.length === 0) return open + close
  const line = members.join(', ')
  const isShort = line.length <= LONGEST_LINE && !line.includes('\n') && !(isOuter && members.length > 2)
  const space = open === '{' ? notation.space : ''
  if (isShort) return open + space + line + space + close
  const indent = notation.indent.repeat(level)
  return `${open}\n${members.map((member) => indent + notation.indent + member).join(',\n')}${notation.comma}\n${indent}${close}`
}
