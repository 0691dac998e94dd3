import { readLines } from './case.ts'

/** One logged request to the shops' server. */
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

/** A time without a listening server, in milliseconds since the epoch. */
export interface Absence {
  readonly awayFrom: number
  readonly awayTo: number
}

/** The log of the shops' server. */
export interface ReceiverLog {
  /** In order of arrival. */
  readonly attempts: readonly Attempt[]
  readonly absences: readonly Absence[]
}

/** Reads the log of the shops' server. */
export function readReceiver(file: string): ReceiverLog {
  const lines = readLines<Attempt | Absence>(file)
  const isAbsence = (line: Attempt | Absence): line is Absence => 'awayFrom' in line
  return { attempts: lines.filter((line): line is Attempt => !isAbsence(line)), absences: lines.filter(isAbsence) }
}

interface Envelope {
  readonly payment_id?: string
  readonly data: { readonly id: string; readonly card_payment_id?: string }
}

/** The object of an event: its payment, or the object in its data. */
export function objectOf({ body }: Pick<Attempt, 'body'>): string {
  const { payment_id: payment, data } = JSON.parse(body) as Envelope // The documented one.
  return payment ?? data.card_payment_id ?? data.id
}

/** The event's own time, in milliseconds since the epoch. */
export const happenedAt = ({ body }: Pick<Attempt, 'body'>): number => Date.parse((JSON.parse(body) as { created_at: string }).created_at) // The documented envelope.
