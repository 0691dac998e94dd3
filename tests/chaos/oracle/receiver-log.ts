import { readLines } from './case.ts'

/** One request to the shops' server, as it logged it. */
export interface Attempt {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly body: string
  readonly signedAt: number
  readonly signature: string
  readonly status: number
  /** Milliseconds since the epoch. */
  readonly heardAt: number
}

/** A time in which the shops' server did not listen, in milliseconds since the epoch. */
export interface Absence {
  readonly awayFrom: number
  readonly awayTo: number
}

/** Everything that the shops' server knows. */
export interface ReceiverLog {
  /** In the order of hearing them. */
  readonly attempts: readonly Attempt[]
  readonly absences: readonly Absence[]
}

/** Reads the log of the shops' server. */
export function readReceiver(file: string): ReceiverLog {
  const lines = readLines<Attempt | Absence>(file)
  const isAbsence = (line: Attempt | Absence): line is Absence => 'awayFrom' in line
  return { attempts: lines.filter((line): line is Attempt => !isAbsence(line)), absences: lines.filter(isAbsence) }
}

/** What an event is about: a payment, or else the object that it shows. */
export function objectOf({ body }: Pick<Attempt, 'body'>): string {
  const { payment_id: payment, data } = JSON.parse(body) as { payment_id?: string; data: { id: string } } // The documented envelope.
  return payment ?? data.id
}

/** When an event says that it happened, in milliseconds since the epoch. */
export const happenedAt = ({ body }: Pick<Attempt, 'body'>): number => Date.parse((JSON.parse(body) as { created_at: string }).created_at) // The documented envelope.
