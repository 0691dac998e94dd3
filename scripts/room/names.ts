import { rooms } from '@gateway/domain/rooms'

/** How a room, its object and the end of its object are called. */
export interface Names {
  /** The slug: folder, tag, scope and address. */
  readonly many: string
  /** The noun of one object: table, prefix of events. */
  readonly one: string
  /** What ends an object for ever, and the state after it. */
  readonly verb: string
  readonly state: string
}

const USAGE = 'npm run room -- <noun-plural> <noun> <final-state-verb> [<final-state>], for example: npm run room -- labels label archive'
const WORD = /^[a-z]{3,20}$/

/** Reads the names of a new room. @throws {Error} for anything but single words, and for a room that exists. */
export function readNames([many = '', one = '', verb = '', state = pastOf(verb), ...rest]: readonly string[]): Names {
  if (rest.length > 0 || ![many, one, verb, state].every((word) => WORD.test(word)) || many === one) throw new Error(USAGE)
  if (many in rooms) throw new Error(`The room ${many} exists.`)
  return { many, one, verb, state }
}

/** The participle of a regular verb. */
const pastOf = (verb: string): string => (verb.endsWith('e') ? `${verb}d` : `${verb}ed`)
