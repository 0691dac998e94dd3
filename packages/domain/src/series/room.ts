import type { DomainRoom } from '../kernel/room.ts'
import { seriesMachine } from './series-machine.ts'

/** What the lists of the domain know of series. */
export const seriesRoom = { hasScope: true, objects: { series: seriesMachine }, sweeps: ['series'] } as const satisfies DomainRoom
