// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Refuses the native coin.
contract RevertingRecipient {
    receive() external payable {
        revert("no, thank you");
    }
}

/// @notice Burns all gas it gets when it is sent the native coin.
contract BurningRecipient {
    receive() external payable {
        assembly { invalid() }
    }
}

/// @notice Calls wherever it was told to when it is sent the native coin.
contract ReenteringRecipient {
    address private _target;
    bytes private _input;
    bool public called;
    bool public succeeded;

    function arm(address target, bytes calldata input) external {
        (_target, _input) = (target, input);
    }

    receive() external payable {
        called = true;
        (succeeded, ) = _target.call(_input);
    }
}
