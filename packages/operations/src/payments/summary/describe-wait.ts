import type { Waiting } from '@gateway/contract/portal/operator-waiting'
import { holdEndings } from '@gateway/domain/custody/hold-reasons'
import { isLongCapped } from '@gateway/domain/custody/rules'
import { decisionCommands, decisionsByReason } from './decisions-by-reason.ts'
import { holdPhrase } from './hold-phrases.ts'

type Wait = Pick<Waiting, 'id' | 'reason' | 'since' | 'round'> & {
  /** False of money that any third party can send, which raises no alarm. */
  readonly isAwaited: boolean
}

/** What operators must know of money that waits: why, whether for too long, and how it ends. */
export const describeWait = (wait: Wait, now: Date): Pick<Waiting, 'because' | 'isAlarm' | 'ending' | 'commands'> => ({
  because: holdPhrase(wait.reason),
  isAlarm: wait.isAwaited && isLongCapped(wait, now),
  ...endingOf(wait),
})

function endingOf({ id, reason, round }: Wait): Pick<Waiting, 'ending' | 'commands'> {
  const [word = '', scope = ''] = reason.split(/[ :](.*)/s)
  const decided = decisionsByReason[word]
  if (decided) return { ending: 'decision', commands: decided.map((kind) => [decisionCommands[kind], id]) }
  const ending = endings[word] ?? 'itself'
  if (ending === 'lift') return { ending, commands: [['lift', scope]] }
  if (ending === 'release' && round) return { ending, commands: [['release', round.ref, String(round.leg)]] }
  return { ending, commands: [] }
}

const endings: Readonly<Record<string, Waiting['ending']>> = holdEndings
