import type { Names } from './names.ts'

/** A list of rooms, and what it takes to stand in it. */
export interface Registration {
  readonly path: string
  /** The file of the manifest, as the list imports it. */
  readonly from: string
  readonly manifest: string
  /** The line of the list. */
  readonly line: string
}

/** The list of each layer that the smallest room is in; everything else about a room stands in its own folders. */
export function registrations({ many }: Pick<Names, 'many'>): Registration[] {
  const manifest = `${many}Room`
  const [named, alone] = [`  ${many}: ${manifest},`, `  ${manifest},`]
  return [
    { path: 'packages/domain/src/rooms.ts', from: `./${many}/room.ts`, manifest, line: named },
    { path: 'packages/contract/src/rooms.ts', from: `./${many}.ts`, manifest, line: named },
    { path: 'packages/db/src/rooms.ts', from: `./${many}/room.ts`, manifest, line: named },
    { path: 'apps/api/src/rooms.ts', from: `./${many}/room.ts`, manifest, line: named },
    { path: 'apps/portal/src/rooms.ts', from: `./${many}/room.tsx`, manifest, line: alone },
    { path: 'tests/rooms.ts', from: `./${many}/room.ts`, manifest, line: alone },
  ]
}

/** The text of a list with a room more, which is its last one, not formatted yet. @throws {Error} for a text that has no list of rooms. */
export function registered(text: string, { from, manifest, line }: Registration): string {
  const list = /^(?:export )?const rooms\b[^=]*= [[{]/m.exec(text)
  if (!list) throw new Error('The file has no list of rooms.')
  const end = endOf(text, list.index + list[0].length)
  const added = `${text.slice(0, end).trimEnd().replace(/,?$/, ',')}\n${line}\n${text.slice(end)}`
  return added.replace(/^import /m, `import { ${manifest} } from '${from}'\nimport `)
}

/** Where the bracket that was opened before `start` is closed. */
function endOf(text: string, start: number): number {
  let depth = 1
  let at = start
  for (; depth > 0 && at < text.length; at++) depth += /[[{]/.test(text.charAt(at)) ? 1 : /[\]}]/.test(text.charAt(at)) ? -1 : 0
  return at - 1
}
