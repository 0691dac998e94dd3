import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A former webhook secret is kept until receivers have had time to change. */
export class Migration202611210027 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210027-secret-rotation.sql', import.meta.url), 'utf8'))
  }
}
