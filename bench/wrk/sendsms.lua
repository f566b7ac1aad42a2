-- GET /cgi-bin/sendsms of Kannel: a new number for every request.
-- Arguments: a name for this run (one digit).
dofile((debug.getinfo(1, "S").source:match("^@(.*)sendsms%.lua$")) .. "common.lua")

function is_taken(status)
  return status == 202
end

function init(args)
  run = args[1]
end

function request()
  sent = sent + 1
  local number = string.format("%%2B4915%d%s%08d", tid, run, sent)
  return wrk.format("GET", "/cgi-bin/sendsms?username=tester&password=foobar&from=13013&to=" .. number
    .. "&text=Hello+from+the+bench")
end
