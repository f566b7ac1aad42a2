-- POST /svc/v1/send: an Idempotency-Key of its own and new numbers for every request.
-- Arguments: the Authorization header, a name for this run (one digit), numbers per request.
dofile((debug.getinfo(1, "S").source:match("^@(.*)send%.lua$")) .. "common.lua")

function request()
  sent = sent + 1
  local numbers = {}
  for i = 1, each do
    -- Thread, run and a running number: German mobile numbers that exist, as those of applications do.
    numbers[i] = string.format('"+4915%d%s%07d"', tid + 1, run, (sent - 1) * each + i)
  end
  local body = '{"message":"Hello from the bench","numbers":[' .. table.concat(numbers, ",") .. "]}"
  return wrk.format("POST", "/svc/v1/send", {
    ["Authorization"] = auth,
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = run .. "-" .. tid .. "-" .. sent,
  }, body)
end
