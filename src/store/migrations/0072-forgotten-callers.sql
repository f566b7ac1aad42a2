-- A user with a million entries could not be deleted: the trigger's update took longer than a statement may. Whose user is
-- gone is shown as nobody's, and emptied in steps: src/store/queries/requests/request-log.ts.
drop trigger users_forget_requests on users;
drop function forget_request_caller();
