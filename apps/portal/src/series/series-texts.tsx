import { CalendarDays, Clock, Layers, Lock, Mail, Pause, Play, SkipForward } from 'lucide-react'
import type { ConsequenceRow } from '../ui/consequences.tsx'
import { Moment } from '../ui/moment.tsx'
import type { SeriesCalendar } from './series.tsx'

/** What can be decided about a series, besides its terms. */
export type SeriesDecision = 'pause' | 'resume' | 'cancel'

interface Texts {
  /** Asks in the dialog, with the series. */
  readonly asks: (what: string) => string
  /** The safe way out of it. */
  readonly keep: string
  readonly act: string
  readonly busy: string
  readonly done: string
  readonly consequences: (calendar: SeriesCalendar | undefined) => readonly ConsequenceRow[]
  /** To be typed first. */
  readonly word?: string
}

/** Escrows that exist already keep their terms, whatever is decided. */
export const OPEN_ESCROWS_GO_ON: ConsequenceRow = [Layers, 'Open escrows go on: each is paid, released or refunded as agreed']

/** What each decision is called, before, while and after it is made. */
export const seriesTexts: Readonly<Record<SeriesDecision, Texts>> = {
  pause: {
    asks: (what) => `Pause the series of ${what}?`,
    keep: 'Keep it active',
    act: 'Pause series',
    busy: 'Pausing…',
    done: 'The series is paused.',
    consequences: () => [
      [Pause, 'No escrow is opened until you resume the series'],
      [SkipForward, 'Slots that pass meanwhile are skipped; they are not made up for'],
      OPEN_ESCROWS_GO_ON,
      [Play, 'You can resume it at any time'],
    ],
  },
  resume: {
    asks: (what) => `Resume the series of ${what}?`,
    keep: 'Keep it paused',
    act: 'Resume series',
    busy: 'Resuming…',
    done: 'The series is active again.',
    consequences: (calendar) => [
      [CalendarDays, <NextEscrow at={calendar?.resumes_at ?? null} />],
      [Mail, 'The customer gets a link to it by e-mail'],
      [SkipForward, 'Slots that passed in the pause stay skipped'],
    ],
  },
  cancel: {
    asks: (what) => `Cancel the series of ${what}?`,
    keep: 'Keep series',
    act: 'Cancel series',
    busy: 'Cancelling…',
    done: 'The series is cancelled.',
    word: 'CANCEL',
    consequences: () => [
      [Clock, 'No further escrow is opened'],
      OPEN_ESCROWS_GO_ON,
      [Lock, 'This cannot be undone. To go on, you create a new series'],
    ],
  },
}

const NextEscrow = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    'The next escrow is opened at the next slot'
  ) : (
    <>
      The next escrow is opened on <Moment at={at} />
    </>
  )
