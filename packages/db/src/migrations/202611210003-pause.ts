import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** What is paused. */
export class Migration202611210003 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210003-pause.sql', import.meta.url), 'utf8'))
  }
}
