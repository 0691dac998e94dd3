/** Colours of tokens.css by value, because mail knows no variables. */
export const light = {
  ground: '#f6f6f3',
  card: '#ffffff',
  line: '#e3e3dd',
  ink: '#1a1c1b',
  ink2: '#4f5250',
  ink3: '#686b68',
  accent: '#00576c',
  onAccent: '#ffffff',
  held: '#7a5200',
  heldGround: '#fbf3df',
  failed: '#ac0f1e',
  failedGround: '#ffecea',
} as const

/** Dark colours by class, for clients that read a style block; the others show the light mail on its own grounds. */
const dark: Readonly<Record<string, string>> = {
  '.ground': 'background:#0c0f10',
  '.card': 'background:#141819;border-color:#272e2f',
  '.ink': 'color:#eceff0',
  '.ink2': 'color:#b0b8ba',
  '.ink3': 'color:#8f999b',
  '.line': 'border-color:#272e2f',
  '.face': 'background:#eceff0;color:#141819',
  '.btn': 'background:#56b8cc',
  '.btn a': 'color:#04232b',
  '.link': 'color:#73cddf',
  '.held': 'background:#2a2214;border-color:#e3b76a',
  '.held b': 'color:#e3b76a',
  '.failed': 'background:#3a1b1a;border-color:#f2776d',
  '.failed b': 'color:#ff8f86',
}

const important = (rules: string): string => rules.replaceAll(';', '!important;').concat('!important')

/** The one style block of a mail. */
export const styleBlock = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  'a{overflow-wrap:anywhere}',
  '@media (max-width:480px){.pad{padding:24px 20px 8px!important}.edge{padding:16px 8px!important}}',
  `@media (prefers-color-scheme:dark){${Object.entries(dark)
    .map(([where, rules]) => `${where}{${important(rules)}}`)
    .join('')}}`,
].join('')
