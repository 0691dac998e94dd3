import type { UpcomingCharge } from '@gateway/domain/series/upcoming-charges'
import { z } from 'zod'
import { memberOf, view } from '../wire/objects/view.ts'
import { pathId } from '../wire/id.ts'
import { wireInput } from '../wire/names.ts'
import { text } from '../wire/text.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

/** An escrow of a series that its business disputes. */
export const DisputeChildInput = wireInput(
  z.object({
    id: pathId('series'),
    escrowId: pathId('escrow'),
    reason: text(
      { min: 1, max: 2_000 },
      { description: 'The reason of the dispute; operators decide by it.', example: 'Sent back, and not refunded' },
    ),
  }),
)
export type DisputeChildInput = z.output<typeof DisputeChildInput>

/** The calendar of a series before it is presented. */
export interface SeriesCalendar {
  readonly timeZone: string
  readonly now: Date
  readonly charges: readonly UpcomingCharge[]
  readonly resumesAt: Date | null
}

const Charge = z.object({
  period: z.int().meta({ description: 'The escrow has this number in its series.', example: 2 }),
  at: Time,
  is_due: z.boolean().meta({ description: 'It is due now, and waits for a rate.', example: false }),
})
const Resumed = Time.nullable().meta({
  description: 'When the next escrow is opened if a paused series is resumed now; null unless it is paused.',
  example: null,
})

const its = memberOf<SeriesCalendar>()
/** What a series is going to do on the clock of its business. */
export const seriesCalendarView = view({
  time_zone: its(z.string(), 'timeZone'),
  charges: its(z.array(Charge), ({ charges, now }) =>
    charges.map(({ period, at }) => ({ period, at: presentTime(at), is_due: at <= now })),
  ),
  resumes_at: its(Resumed, ({ resumesAt }) => presentTimeOrNull(resumesAt)),
})
