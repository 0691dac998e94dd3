import type { Business } from '@gateway/domain/businesses/business'
import { InvalidField } from '@gateway/domain/kernel/error'
import { localDayOf } from '@gateway/domain/kernel/local-day'
import type { ApiContext } from '../../kernel/context.ts'

/** A due day as a request names it: undefined where it does not, null where it clears it. */
interface Named {
  readonly dueDate?: string | null | undefined
}

/**
 * Refuses a due day that has ended where the business is. ISO 8601 days are in the order of their texts. One that a draft has already is not judged again:
 * only who names a day can mend it.
 *
 * @throws {InvalidField}
 */
export function refusePastDue({ clock }: Pick<ApiContext, 'clock'>, { timeZone }: Pick<Business, 'timeZone'>, { dueDate }: Named): void {
  if (typeof dueDate !== 'string' || dueDate >= localDayOf(clock.now(), timeZone)) return
  throw new InvalidField('due_date', 'is in the past')
}
