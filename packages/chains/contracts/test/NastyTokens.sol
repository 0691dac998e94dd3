// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The least a token needs to be paid with: balances and a mint that is open to everybody.
abstract contract OpenBalances {
    mapping(address account => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function _move(address to, uint256 amount) internal {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }
}

/// @notice A token without vices.
contract PlainToken is OpenBalances {
    function transfer(address to, uint256 amount) external returns (bool) {
        _move(to, amount);
        return true;
    }
}

/// @notice Returns nothing, as USDT does.
contract SilentToken is OpenBalances {
    function transfer(address to, uint256 amount) external {
        _move(to, amount);
    }
}

/// @notice Says `false` instead of reverting.
contract FalseToken is OpenBalances {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// @notice Keeps one percent of every transfer.
contract TollToken is OpenBalances {
    function transfer(address to, uint256 amount) external returns (bool) {
        uint256 toll = amount / 100;
        _move(address(0xdead), toll);
        _move(to, amount - toll);
        return true;
    }
}

/// @notice Calls wherever it was told to during a transfer, as ERC-777 tokens can.
contract HookToken is OpenBalances {
    address private _target;
    bytes private _input;
    bool public called;
    bool public succeeded;
    bytes4 public answer;

    function arm(address target, bytes calldata input) external {
        (_target, _input, called) = (target, input, false);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(to, amount);
        if (_target != address(0) && !called) {
            called = true;
            bytes memory data;
            (succeeded, data) = _target.call(_input);
            answer = bytes4(data);
        }
        return true;
    }
}

/// @notice Burns all gas it gets when it is sent to one account.
contract BurningToken is OpenBalances {
    address private immutable _victim;

    constructor(address victim) {
        _victim = victim;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (to == _victim) assembly { invalid() }
        _move(to, amount);
        return true;
    }
}

/// @notice Fails with 100 004 bytes, which a Solidity error may have when it is sent to one account.
contract VerboseToken is OpenBalances {
    address private immutable _victim;

    constructor(address victim) {
        _victim = victim;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (to == _victim) assembly { revert(0, 100004) }
        _move(to, amount);
        return true;
    }
}

/// @notice Answers a chosen word instead of moving anything when it is sent to one account.
contract WordToken is OpenBalances {
    address private immutable _refused;
    uint256 private immutable _word;

    constructor(address refused, uint256 word) {
        (_refused, _word) = (refused, word);
    }

    function transfer(address to, uint256 amount) external returns (uint256) {
        if (to == _refused) return _word;
        _move(to, amount);
        return 1;
    }
}

/// @notice Returns `true` and a second word.
contract ChattyToken is OpenBalances {
    function transfer(address to, uint256 amount) external returns (bool, uint256) {
        _move(to, amount);
        return (true, amount);
    }
}

/// @notice Needs a chosen amount of gas more when it is sent to one account.
contract HeavyToken is OpenBalances {
    address private immutable _to;
    uint256 private immutable _gas;

    constructor(address to, uint256 gasNeeded) {
        (_to, _gas) = (to, gasNeeded);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        uint256 start = gasleft();
        if (to == _to) while (start - gasleft() < _gas) {}
        _move(to, amount);
        return true;
    }
}

/// @notice A token that a second contract moves too.
contract TwoFacedToken is OpenBalances {
    SecondFace public immutable face = new SecondFace();

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(to, amount);
        return true;
    }

    function moveFor(address from, address to, uint256 amount) external {
        require(msg.sender == address(face), "only the second face");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// @notice The second contract of a TwoFacedToken.
contract SecondFace {
    TwoFacedToken private immutable _token = TwoFacedToken(msg.sender);

    function balanceOf(address account) external view returns (uint256) {
        return _token.balanceOf(account);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _token.moveFor(msg.sender, to, amount);
        return true;
    }
}
