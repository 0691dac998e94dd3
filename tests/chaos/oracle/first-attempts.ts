import { type Absence, type Attempt, happenedAt, objectOf, type ReceiverLog } from './receiver-log.ts'

/** An event that was heard of before an earlier one of the same object. */
interface Overtaking {
  readonly object: string
  readonly sequence: number
  /** The later one that came before it. */
  readonly after: number
}

/**
 * Events of one object whose first attempts did not come in their order.
 *
 * An attempt that the server was not there for is in no log, and a retry never holds up what comes later. So an event may be heard of late if the
 * server was away between its happening and the first word of a later one; whatever else was late is out of order.
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

/** Of each event the first attempt that was heard. */
function firstOf(attempts: readonly Attempt[]): Attempt[] {
  const seen = new Set<number>()
  return attempts.filter(({ sequence }) => !seen.has(sequence) && seen.add(sequence))
}

const mayHaveMissed = (late: Attempt, overtaker: Attempt, absences: readonly Absence[]): boolean =>
  absences.some(({ awayFrom, awayTo }) => awayFrom <= overtaker.heardAt && awayTo >= happenedAt(late))
