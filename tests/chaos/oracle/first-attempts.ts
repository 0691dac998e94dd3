import { type Absence, type Attempt, happenedAt, objectOf, type ReceiverLog } from './receiver-log.ts'

/** An event that arrived before an earlier one of the same object. */
interface Overtaking {
  readonly object: string
  readonly sequence: number
  /** The later event that arrived first. */
  readonly after: number
}

/**
 * Events of one object whose first attempts arrived out of order.
 *
 * An attempt during an absence of the server is in no log, and a retry never delays later events. So an event may arrive late if the server was away
 * between the event and the arrival of a later one; any other late event is out of order.
 */
export function outOfOrder({ attempts, absences }: ReceiverLog): Overtaking[] {
  return [...Map.groupBy(attempts, objectOf)].flatMap(([object, own]) => {
    const heard = firstOf(own)
    return heard.flatMap((late, index) => {
      const overtaker = heard.slice(0, index).find(({ sequence }) => sequence > late.sequence)
      if (!overtaker || mayHaveMissed(late, overtaker, absences)) return []
      return [{ object, sequence: late.sequence, after: overtaker.sequence }]
    })
  })
}

/** The first logged attempt of each event. */
function firstOf(attempts: readonly Attempt[]): Attempt[] {
  const seen = new Set<number>()
  return attempts.filter(({ sequence }) => !seen.has(sequence) && seen.add(sequence))
}

const mayHaveMissed = (late: Attempt, overtaker: Attempt, absences: readonly Absence[]): boolean =>
  absences.some(({ awayFrom, awayTo }) => awayFrom <= overtaker.heardAt && awayTo >= happenedAt(late))
