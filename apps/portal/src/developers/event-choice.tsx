import { webhookEvents } from '@gateway/contract/events'
import { CheckField } from '../ui/field.tsx'
import { changedEvents, furtherEvents, hasAllEvents } from './chosen-events.ts'

interface EventChoiceProps {
  readonly events: readonly string[]
  readonly onChange: (events: readonly string[]) => void
}

/** The events that are delivered beside those that always are: all of them, or some by name. */
export function EventChoice({ events, onChange }: EventChoiceProps) {
  const isAll = hasAllEvents(events)
  const boxOf = (name: string, isTicked: boolean) => ({
    checked: isTicked,
    onChange: ({ target }: { readonly target: { readonly checked: boolean } }) => onChange(changedEvents(events, name, target.checked)),
  })
  return (
    <fieldset className="stack stack--tight">
      <legend className="label">Delivered too</legend>
      <CheckField {...boxOf('*', isAll)}>
        All events <span className="hint">Those that are added later too.</span>
      </CheckField>
      {furtherEvents.map((name) => (
        <CheckField key={name} {...boxOf(name, isAll || events.includes(name))}>
          <span className="mono">{name}</span> <span className="hint">{webhookEvents[name].description}</span>
        </CheckField>
      ))}
    </fieldset>
  )
}
