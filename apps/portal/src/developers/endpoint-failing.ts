import type { Outputs } from '../trpc.ts'

type Endpoint = Pick<Outputs['webhooks']['portal']['endpoint'], 'url' | 'failures' | 'disabled_at'>

/** True for an endpoint that is set and gets nothing: its last attempts failed, or it is switched off. */
export const isFailing = ({ url, failures, disabled_at }: Endpoint): boolean => url !== null && (failures > 0 || disabled_at !== null)
