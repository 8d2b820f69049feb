-- Half a year of a path of hundreds of thousands was ten thousand rows to read, each on another page. A level between the two
-- longest stretches makes them a tenth of that; and the key has the days of a stretch side by side, with their sums.
UPDATE team_block SET lvl = 4 WHERE lvl = 3;
INSERT INTO team_block (path, lvl, idx, people, volume)
  SELECT path, 3, idx >> 3, sum(people), sum(volume) FROM team_block WHERE lvl = 2 AND idx >> 3 > 0 GROUP BY 1, 3;

ALTER TABLE team_day DROP CONSTRAINT team_day_pkey;
UPDATE team_day SET lvl = 4 WHERE lvl = 3;
INSERT INTO team_day (path, lvl, day, idx, people, volume, own_people, own_volume)
  SELECT path, 3, day, idx >> 3, sum(people), sum(volume), 0, 0 FROM team_day WHERE lvl = 2 AND idx >> 3 > 0 GROUP BY 1, 3, 4;
ALTER TABLE team_day ADD PRIMARY KEY (path, lvl, idx, day) INCLUDE (people, volume, own_people, own_volume);
