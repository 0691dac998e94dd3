import { startCopying } from './copy.ts'

startCopying()
