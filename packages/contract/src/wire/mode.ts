import type { Mode } from '@gateway/domain/kernel/id'
import { z } from 'zod'

/** Whether an object is about real money, in an answer. */
export const Livemode = z.boolean().meta({ description: 'This is true for real money, and false for objects of test mode.', example: true })

/** `livemode` of an object. */
export const isLive = (mode: Mode): boolean => mode === 'live'
