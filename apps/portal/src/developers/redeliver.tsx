import type { Outputs } from '../trpc.ts'
import { Button } from '../ui/button.tsx'

interface RedeliverProps {
  /** Undefined until it is loaded. */
  readonly delivery: Pick<Outputs['webhooks']['portal']['delivery']['delivery'], 'test'> | undefined
  readonly isBusy: boolean
  readonly onPress: () => void
}

/** Sends a delivery again. A webhook test has no such button: it is sent once, and another test is another delivery. */
export const Redeliver = ({ delivery, isBusy, onPress }: RedeliverProps) =>
  delivery?.test ? null : (
    <Button onClick={onPress} busy={isBusy && 'Sending…'} disabled={!delivery}>
      Redeliver
    </Button>
  )
