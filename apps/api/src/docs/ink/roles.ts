import type { ThemeRegistrationRaw } from 'shiki/core'

/** The four colours of code: words of the language, strings, numbers and variables, comments. All the rest is ink. */
export type Role = 'k' | 's' | 'n' | 'c'

/** A text of one colour. */
export type Span = readonly [text: string, role: Role | undefined]

/** The languages of samples. */
export const languages = { sh: 'shellscript', js: 'javascript', py: 'python', go: 'go', json: 'json', http: 'http' } as const

/** A language of samples, or plain text. */
export type Language = keyof typeof languages | 'text'

const INK = '#000000'
/** A colour per role: shiki colours tokens, and these colours are translated back. */
const colours: Readonly<Record<Role, string>> = { k: '#000001', s: '#000002', n: '#000003', c: '#000004' }

/** The role of a colour; undefined for ink. */
export const roleOf = (colour: string | undefined): Role | undefined =>
  (Object.keys(colours) as Role[]).find((role) => colours[role] === colour?.toLowerCase())

const coloured = (foreground: string, ...scope: string[]) => ({ scope, settings: { foreground } })

/** A theme of roles: later rules win over earlier ones of the same depth. */
export const roleTheme: ThemeRegistrationRaw = {
  name: 'roles',
  type: 'light',
  fg: INK,
  bg: '#ffffff',
  settings: [
    coloured(colours.k, 'keyword', 'storage', 'entity.name.command.shell', 'support.function.builtin.shell', 'entity.name.tag.http'),
    coloured(colours.s, 'string'),
    coloured(
      colours.n,
      'constant.numeric',
      'constant.language',
      'variable.other.normal.shell',
      'punctuation.definition.variable.shell',
      'variable.parameter.positional.shell',
    ),
    coloured(colours.c, 'comment'),
    coloured(INK, 'keyword.operator', 'string.unquoted', 'string.other.http', 'support.type.property-name.json', 'constant.other.option'),
    coloured(colours.k, 'keyword.operator.logical.python', 'keyword.operator.new', 'keyword.operator.expression'),
    coloured(colours.s, 'storage.type.string.python'),
  ],
}
