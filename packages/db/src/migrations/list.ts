import { InitialSchema } from './initial.ts'

/** Every migration, oldest first. */
export const migrations = [{ name: '202611290300-initial', class: InitialSchema }]
