import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Events and their deliveries belong to a mode, so that keys for tests see none of real money. */
export class Migration202611220037 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220037-modes-of-events.sql', import.meta.url), 'utf8'))
  }
}
