-- Whether any schedule waits for a license is read every second; among many open schedules there is usually none.
create index schedules_awaiting_license on schedules (id) where state = 'waiting_license';
