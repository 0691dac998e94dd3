import type { StartView } from './start-view.ts'

/** The state of a development gateway, as the head of its start page says it. */
export interface Headline {
  readonly state: 'starting' | 'ready' | 'problem'
  readonly title: string
  readonly help: string
}

/** A view is renewed every two seconds; after this long `npm run dev` no longer does. */
const STALE_MS = 15_000

/** The headline of a view; of none while the gateway is starting. */
export function headlineOf(view: StartView | undefined, now: Date): Headline {
  if (!view) return starting
  const silentMs = now.getTime() - view.readAt.getTime()
  if (silentMs > STALE_MS)
    return {
      state: 'problem',
      title: 'npm run dev does not answer',
      help: `It last reported ${ago(silentMs)}. What you see below is from then. Look at its terminal, or start it again.`,
    }
  const ill = view.parts.filter(({ isWell }) => !isWell)
  if (ill.length === 0) return { state: 'ready', title: 'The gateway is running', help: running(view, now) }
  return {
    state: 'problem',
    title: `${listed(ill.map(({ name }) => name))} ${ill.length === 1 ? 'does' : 'do'} not answer`,
    help: ill.map(({ without }) => without).join(' '),
  }
}

const starting: Headline = {
  state: 'starting',
  title: 'The gateway is starting',
  help: 'The first start also downloads the nodes, which takes a few minutes. The terminal shows how far it is, and this page shows everything once it is ready.',
}

const running = ({ startedAt, folder, dataFolder }: StartView, now: Date): string =>
  `Started ${ago(now.getTime() - startedAt.getTime())} from ${folder}. Ctrl-C in the terminal stops everything; data stays in ${dataFolder}.`

const units: readonly (readonly [name: string, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** `4 minutes ago`: whole units, the largest that fits. */
export function ago(ms: number): string {
  for (const [name, size] of units) {
    const count = Math.floor(ms / size)
    if (count > 0) return `${count} ${name}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}

const listed = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)
