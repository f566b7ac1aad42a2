-- POST a receipt to each address of a file, in its order. Arguments: the file, how many threads share it.
dofile((debug.getinfo(1, "S").source:match("^@(.*)receipts%.lua$")) .. "common.lua")

function is_taken(status)
  return status == 200
end

function init(args)
  paths = {}
  local threads_in_all, line_number = tonumber(args[2]), 0
  for line in io.lines(args[1]) do
    if line_number % threads_in_all == tid then paths[#paths + 1] = line end
    line_number = line_number + 1
  end
end

function request()
  sent = sent + 1
  -- wrk runs for its whole time: at the end of the file receipts come a second time, as providers send them.
  return wrk.format("POST", paths[(sent - 1) % #paths + 1], { ["Content-Type"] = "application/x-www-form-urlencoded" },
    "state=DELIVRD")
end
