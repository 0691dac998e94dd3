// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositFactory, Terms} from "../DepositFactory.sol";
import {PlainToken} from "./NastyTokens.sol";

/// @notice Makes several calls in one transaction; one that fails undoes all.
contract CallerOfMany {
    function callAll(address[] calldata targets, bytes[] calldata inputs) external {
        for (uint256 i; i < inputs.length; ++i) {
            (bool ok, bytes memory answer) = targets[i].call(inputs[i]);
            assembly ("memory-safe") {
                if iszero(ok) { revert(add(answer, 32), mload(answer)) }
            }
        }
    }
}

/// @notice Pays amounts to deposits of their own, flushes them and returns what the fee receiver got of each; meant for eth_call.
contract FeeProbe {
    function tokenFees(DepositFactory factory, Terms memory terms, uint256[] calldata amounts) external returns (uint256[] memory fees) {
        PlainToken token = new PlainToken();
        fees = new uint256[](amounts.length);
        for (uint256 i; i < amounts.length; ++i) {
            terms.id = bytes32(i);
            token.mint(factory.addressOf(terms), amounts[i]);
            uint256 merchantBefore = token.balanceOf(terms.merchant);
            uint256 feeBefore = token.balanceOf(terms.feeReceiver);
            factory.flush(terms, address(token));
            fees[i] = token.balanceOf(terms.feeReceiver) - feeBefore;
            require(token.balanceOf(terms.merchant) - merchantBefore + fees[i] == amounts[i], "parts do not add up");
        }
    }

    function nativeFees(DepositFactory factory, Terms memory terms, uint256[] calldata amounts) external payable returns (uint256[] memory fees) {
        fees = new uint256[](amounts.length);
        for (uint256 i; i < amounts.length; ++i) {
            terms.id = bytes32(i);
            payable(factory.addressOf(terms)).transfer(amounts[i]);
            uint256 merchantBefore = terms.merchant.balance;
            uint256 feeBefore = terms.feeReceiver.balance;
            factory.flush(terms, address(0));
            fees[i] = terms.feeReceiver.balance - feeBefore;
            require(terms.merchant.balance - merchantBefore + fees[i] == amounts[i], "parts do not add up");
        }
    }
}
