-- SPDX-License-Identifier: GPL-3.0-or-later
-- The work of `kurs-cli convert --csv` in DuckDB, in floating point: CSV in, the last rate on or before each day, rounding,
-- CSV out. scripts/bench table replaces the words in braces.
CREATE TABLE rates AS SELECT * FROM read_csv('{rates}', columns = {'day': 'DATE', 'code': 'VARCHAR', 'value': 'DOUBLE'});
COPY (
  SELECT rows.* EXCLUDE (counted), {values}
  FROM (SELECT *, {day} AS counted FROM read_csv('{table}')) AS rows
  ASOF JOIN rates AS own ON rows.currency = own.code AND {on} own.day
  {joins}
) TO '{output}' (HEADER);
