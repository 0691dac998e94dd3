import { pins } from '@gateway/devnet/downloads/pins'
import { z } from 'zod'
import { code, page, table } from './markdown.ts'
import { readersByFragment } from './settings-readers.ts'
import { findSources, load } from './sources.ts'

interface Setting {
  readonly name: string
  readonly description: string
  readonly example: string
  /** The default, if any. */
  readonly standard: string | undefined
  readonly isRequired: boolean
  readonly readers: readonly string[]
}

const HEAD = ['setting', 'default', 'meaning', 'example', 'read by']

/** Every setting with its default, meaning and readers. */
export async function settingsDocument(): Promise<string> {
  const intro =
    'Settings are environment variables. A process validates its own settings at start and names every invalid one; an empty value counts as absent. `worker` is every worker process, the signer included.'
  const programs = Object.entries(pins).map(([name, pin]) => [
    code(pin.variable),
    `Path of your own build of ${name}; by default ${name} ${pin.version} is found or downloaded.`,
  ])
  return page(
    'Settings',
    intro,
    settingsTable(await findSettings()),
    '## Of `npm run dev`, `npm run demo` and `npm test`',
    table(
      ['setting', 'meaning'],
      [
        [code('DATA_DIR'), 'Folder of the development data; default `.data`, and `.demo` of `npm run demo`.'],
        [code('PORT'), 'Port of the API; default 4000, any of `npm run demo`, and 0 for any.'],
        [code('DEVNET_CACHE'), 'Folder of downloaded programs.'],
        ...programs,
      ],
    ),
  )
}

/** A template to copy and fill: optional settings are commented out. */
export async function exampleEnvironment(): Promise<string> {
  const blocks = (await findSettings()).map((setting) => {
    const { name, description, example, standard, isRequired, readers } = setting
    const line = isRequired ? `${name}=${example}` : `# ${name}=${standard ?? example}`
    return `# ${description}\n# Read by: ${readers.join(', ')}.\n${line}\n`
  })
  return ['# Written by `npm run docs`; do not edit. Copy it, fill it, and give each process only its own settings.\n', ...blocks].join(
    '\n',
  )
}

function settingsTable(settings: readonly Setting[]): string {
  return table(
    HEAD,
    settings.map(({ name, description, example, standard, isRequired, readers }) => [
      code(name),
      isRequired ? '**required**' : code(standard ?? ''),
      description,
      code(example),
      readers.join(', '),
    ]),
  )
}

/** In order of their files; a setting shared by several fragments appears once, with all its readers. */
async function findSettings(): Promise<Setting[]> {
  const readers = readersByFragment()
  const settings = new Map<string, Setting>()
  for (const source of findSources('{packages,apps}/*/src/**/env.ts')) {
    for (const [fragment, value] of Object.entries(await load(source))) {
      if (!(value instanceof z.ZodObject)) continue
      for (const setting of settingsOf(value, readersOf(readers, fragment))) {
        const known = settings.get(setting.name)
        settings.set(setting.name, { ...setting, readers: [...new Set([...(known?.readers ?? []), ...setting.readers])] })
      }
    }
  }
  return [...settings.values()]
}

function readersOf(readers: ReadonlyMap<string, readonly string[]>, fragment: string): readonly string[] {
  const found = readers.get(fragment)
  if (found) return found
  throw new Error(`No config.ts reads the settings of ${fragment}`)
}

function settingsOf(fragment: z.ZodObject, readers: readonly string[]): Setting[] {
  const { properties = {}, required = [] } = z.toJSONSchema(fragment, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => {
    const { description, example, default: standard } = typeof schema === 'object' ? schema : {}
    if (!description || example === undefined) throw new Error(`The setting ${name} lacks a description or an example`)
    return { name, description, example: textOf(example) ?? '', standard: textOf(standard), isRequired: required.includes(name), readers }
  })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : JSON.stringify(value))
